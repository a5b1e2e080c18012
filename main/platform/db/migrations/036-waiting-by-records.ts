import { followsByOperation, joined } from './033-joined-corrections.ts';
import { isModified } from './035-modified-is-no-correction.ts';
import type { Migration } from './migration.ts';
import {
  listAnew,
  lookAgainBy,
  otherWaitingTriggers,
  unlessAsked,
  waitingRule,
} from './waiting-list.ts';

/** Whether a record accepted with errors is in no later file that changes or cancels it. */
const isLeftWithErrors = `(submissions.operation <> 'cancellation' and exists (
          select 1 from record_results as told
          join submission_records as own
            on own.submission = submissions.sequence and own.record = told.record
          where told.submission_id = submissions.id and told.state = 'accepted_with_errors'
            and not exists (select 1 from submission_records as again
              join submissions as change on change.sequence = again.submission
              where again.identity = own.identity and again.submission > own.submission
                and change.operation <> 'creation'
                and change.state not in ('failed', 'cancelled'))))`;

/** Whether a submission's records are all in a later one. */
export const hasAll = `not exists (select 1 from submission_records as own
          where own.submission = submissions.sequence
            and not exists (select 1 from submission_records as again
              where again.submission = later.sequence and again.identity = own.identity))`;

/** Whether a later submission's file was made from one, in any way that may correct it. */
export const isMadeFrom = `((later.previous_id = submissions.id and (not ${isModified} or (
            submissions.incorrect_count = 0 and submissions.accepted_with_errors_count > 0)))
          or later.worklist_file_id in (
            select file_id from joined_sources as joined
            where joined.submission_id = submissions.id and joined.corrects = 1)
          or later.worklist_file_id in (
            select file_id from file_origins as origin
            where origin.submission_id = submissions.id and origin.kind <> 'modified'))`;

/** Whether a row of `submissions` still waits for a person; the newest rule tells when. */
const waitsForAPerson = waitingRule(
  unlessAsked,
  `${isMadeFrom}
        and later.state not in ('failed', 'cancelled')
        and ${followsByOperation}
        and not ${isLeftWithErrors}`,
  `
        and not ${isModified} and (later.operation = 'creation' or ${hasAll})`,
);

/** Those that a submission's file comes from, and those with records that it changes. */
const others = `${joined}
    union all select source.sequence from file_origins as origin
      join submissions as source on source.id = origin.submission_id
      where origin.file_id = new.worklist_file_id
    union all select changed.submission from submission_records as mine
      cross join submission_records as changed
        on changed.identity = mine.identity and changed.submission < mine.submission
      where mine.submission = new.sequence and new.operation <> 'creation'`;

/** The rule counts records too. They are stored after their submission: then it looks again. */
export const waitingByRecords: Migration = {
  version: 36,
  sql: `
${otherWaitingTriggers(waitsForAPerson, others)}
create trigger submissions_wait_records after update of records_indexed on submissions begin
${lookAgainBy(waitsForAPerson, others)}
end;
${listAnew(waitsForAPerson)}`,
};
