import { followsByOperation, joined } from './033-joined-corrections.ts';
import { isModified } from './035-modified-is-no-correction.ts';
import { hasAll, isMadeFrom } from './036-waiting-by-records.ts';
import type { Migration } from './migration.ts';
import {
  listAnew,
  lookAgainBy,
  otherWaitingTriggers,
  unlessAsked,
  waitingRule,
} from './waiting-list.ts';

/** Whether one of the records with such a result is in no later file with such an operation. */
const isLeft = (result: string, operation: string) => `exists (
          select 1 from record_results as told
          join submission_records as own
            on own.submission = submissions.sequence and own.record = told.record
          where told.submission_id = submissions.id and ${result}
            and not exists (select 1 from submission_records as again
              join submissions as change on change.sequence = again.submission
              where again.identity = own.identity and again.submission > own.submission
                and ${operation} and change.state not in ('failed', 'cancelled')))`;

const isLeftWithErrors = `(submissions.operation <> 'cancellation' and ${isLeft(
  "told.state = 'accepted_with_errors'",
  "change.operation <> 'creation'",
)})`;

/** Whether a record that a modification did not find is in no later file. */
const isLeftMissing = `(submissions.operation = 'modification' and ${isLeft(
  "told.state = 'incorrect' and told.code = 'B4_2000004'",
  "change.operation <> 'cancellation'",
)})`;

/** Whether a later file was made from the records with errors, and not from the refused ones. */
const isOnlyOfErrors = `(submissions.operation = 'modification' and submissions.incorrect_count > 0
          and submissions.accepted_with_errors_count > 0 and later.worklist_file_id in (
            select file_id from file_origins where kind = 'accepted_with_errors'))`;

const toCorrect = 'submissions.incorrect_count + submissions.accepted_with_errors_count';

/** Whether every record that needs a correction is in a later file. */
const isDone = `(submissions.state = 'partially_accepted' and ${toCorrect} > 0
      and ${toCorrect} = (
        select count(*) from record_results as told join submission_records as own
          on own.submission = submissions.sequence and own.record = told.record
        where told.submission_id = submissions.id
          and told.state in ('incorrect', 'accepted_with_errors'))
      and not ${isLeftWithErrors}
      and not ${isLeft(
        "told.state = 'incorrect'",
        `(change.operation = 'cancellation') = (submissions.operation = 'cancellation')
                and change.state in ('queued', 'sending', 'accepted')`,
      )})`;

/** Whether the records of a cancellation are cancelled, some with errors. */
const isCancelled = `(submissions.operation = 'cancellation'
    and submissions.state = 'partially_accepted' and submissions.incorrect_count = 0
    and submissions.accepted_with_errors_count > 0)`;

const isJoined = `exists (select 1 from joined_sources as joined
          where joined.file_id = submissions.worklist_file_id)`;

/**
 * Whether a row of `submissions` still waits for a person.
 *
 * - An unknown outcome waits until a person has recorded how it ended, but not while the service
 *   has it queued and Zubi asks for it.
 * - A refused, partly accepted or failed one waits until a person closes it, or until a follower
 *   was received or is being sent, on the same connection. A refused follower waits in its place; a
 *   failed or withdrawn one changes nothing.
 * - A follower is the same document again, another one of the same origin, or one made from the
 *   refused records, alone or joined with others. That one has the same operation; a modification
 *   when no record was refused or the ledger has all of them already; a creation when the ledger
 *   has none of the records to modify.
 * - A file made from a submission follows it also when it is sent again by another submission.
 * - Each record accepted with errors must be in a later modification or cancellation too, and each
 *   record that a modification did not find in a later file: theirs may be another one than that of
 *   the other refused records.
 * - A modification may have refused records and records with errors. A file of only the latter
 *   follows it once the refused ones are in a follower.
 * - Of two changes of one origin, the later counts for both only with all records of the earlier:
 *   another cancellation may be of other records. So it is with two creations, where the earlier
 *   one has the records of several origins.
 * - Records that a person modified in their form may be others than those to correct: their file
 *   follows those of which it has all records to correct (`corrects`), and its origin where no
 *   record was refused.
 * - A partly accepted one waits no more once each of its refused records is in a later file that
 *   was accepted or is being sent, or once all records of a cancellation are cancelled.
 *
 * A changed rule needs a new step.
 */
export const waitsForAPerson = `${waitingRule(
  unlessAsked,
  `later.environment = submissions.environment
        and ${isMadeFrom}
        and later.state not in ('failed', 'cancelled')
        and ${followsByOperation}
        and not ${isLeftWithErrors}
        and not ${isLeftMissing}
        and not ${isOnlyOfErrors}`,
  `
        and later.environment = submissions.environment and not ${isModified}
        and (later.operation = 'creation' and not ${isJoined} or ${hasAll})`,
)}
  and not ${isDone} and not ${isCancelled}`;

/** Those that a submission's file comes from, and those with some of its records. */
const others = `${joined}
    union all select source.sequence from file_origins as origin
      join submissions as source on source.id = origin.submission_id
      where origin.file_id = new.worklist_file_id
    union select changed.submission from submission_records as mine
      cross join submission_records as changed
        on changed.identity = mine.identity and changed.submission < mine.submission
      where mine.submission = new.sequence`;

/** A submission waits for each of its records, and for what its own connection answers. */
export const waitingToTheLastRecord: Migration = {
  version: 37,
  sql: `
drop trigger submissions_wait_records;
${otherWaitingTriggers(waitsForAPerson, others)}
create trigger submissions_wait_records after update of records_indexed on submissions begin
${lookAgainBy(waitsForAPerson, others)}
end;
${listAnew(waitsForAPerson)}`,
};
