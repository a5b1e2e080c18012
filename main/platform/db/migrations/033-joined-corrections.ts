import type { Migration } from './migration.ts';
import { otherWaitingTriggers, unlessAsked, waitingRule } from './waiting-list.ts';

const countTold = (code: string) => `(
          select count(*) from record_results as told where told.submission_id = submissions.id
            and told.state = 'incorrect' and told.code = '${code}')`;

/** Whether the operation of a submission made from another one fits what that one needs. */
export const followsByOperation = `(later.operation = submissions.operation
          or (later.operation = 'modification'
            and submissions.incorrect_count = ${countTold('B4_2000003')})
          or (later.operation = 'creation' and submissions.operation = 'modification'
            and submissions.incorrect_count > 0
            and submissions.incorrect_count = ${countTold('B4_2000004')}))`;

/** Whether a row of `submissions` still waits for a person; the newest rule tells when. */
const waitsForAPerson = waitingRule(
  unlessAsked,
  `(later.previous_id = submissions.id or later.worklist_file_id in (
          select file_id from joined_sources as joined where joined.submission_id = submissions.id))
        and later.state not in ('failed', 'cancelled')
        and ${followsByOperation}`,
);

/** Those whose corrections the submission joins. */
export const joined = `
    union all select source.sequence from joined_sources as joined
      join submissions as source on source.id = joined.submission_id
      where joined.file_id = new.worklist_file_id`;

/**
 * A file may join the corrections of several submissions: the first is its origin, the others stand
 * in `joined_sources`, each with the file of the worklist that it replaces.
 */
export const joinedCorrections: Migration = {
  version: 33,
  sql: `
create table joined_sources (
  file_id text not null,
  submission_id text not null references submissions (id),
  source_id text,
  primary key (file_id, submission_id)
) strict, without rowid;
create index joined_sources_submission on joined_sources (submission_id);
create index joined_sources_source on joined_sources (source_id) where source_id is not null;
create trigger joined_sources_end after delete on worklist_files
  when not exists (select 1 from submissions where worklist_file_id = old.id) begin
  delete from joined_sources where file_id = old.id;
end;
create view file_sources as
  select file_id, kind, submission_id, source_id from file_origins
  union all select joined.file_id, origin.kind, joined.submission_id, joined.source_id
    from joined_sources as joined join file_origins as origin on origin.file_id = joined.file_id;
${otherWaitingTriggers(waitsForAPerson, joined)}
delete from waiting_submissions where sequence not in (
  select sequence from submissions where ${waitsForAPerson});
`,
};
