import { followsByOperation, joined } from './033-joined-corrections.ts';
import type { Migration } from './migration.ts';
import { listAnew, otherWaitingTriggers, unlessAsked, waitingRule } from './waiting-list.ts';

/** Whether a submission's file has records that a person modified in their form. */
export const isModified = `exists (select 1 from file_origins as origin
          where origin.file_id = later.worklist_file_id and origin.kind = 'modified')`;

/** Whether a row of `submissions` still waits for a person; the newest rule tells when. */
const waitsForAPerson = waitingRule(
  unlessAsked,
  `((later.previous_id = submissions.id and not ${isModified})
          or later.worklist_file_id in (
            select file_id from joined_sources as joined
            where joined.submission_id = submissions.id and joined.corrects = 1))
        and later.state not in ('failed', 'cancelled')
        and ${followsByOperation}`,
  `
        and not ${isModified}`,
);

/** Records modified in their form correct a submission only where they are all it needs. */
export const modifiedIsNoCorrection: Migration = {
  version: 35,
  sql: `
alter table joined_sources add column corrects integer not null default 1
  check (corrects in (0, 1));
drop trigger file_origins_end;
create trigger file_origins_end after delete on worklist_files
  when not exists (select 1 from submissions where worklist_file_id = old.id) begin
  delete from file_origins where file_id = old.id;
end;
${otherWaitingTriggers(waitsForAPerson, joined)}
${listAnew(waitsForAPerson)}`,
};
