const countTold = (code: string) => `(
          select count(*) from record_results as told where told.submission_id = submissions.id
            and told.state = 'incorrect' and told.code = '${code}')`;

/** Whether the operation of a submission made from another one fits what that one needs. */
const followsByOperation = `(later.operation = submissions.operation
          or (later.operation = 'modification'
            and submissions.incorrect_count = ${countTold('B4_2000003')})
          or (later.operation = 'creation' and submissions.operation = 'modification'
            and submissions.incorrect_count > 0
            and submissions.incorrect_count = ${countTold('B4_2000004')}))`;

/** Whether a submission's file has records that a person modified in their form. */
const isModified = `exists (select 1 from file_origins as origin
          where origin.file_id = later.worklist_file_id and origin.kind = 'modified')`;

/** Whether a submission's records are all in a later one. */
const hasAll = `not exists (select 1 from submission_records as own
          where own.submission = submissions.sequence
            and not exists (select 1 from submission_records as again
              where again.submission = later.sequence and again.identity = own.identity))`;

/** Whether a later submission's file was made from one, in any way that may correct it. */
const isMadeFrom = `((later.previous_id = submissions.id and (not ${isModified} or (
            submissions.incorrect_count = 0 and submissions.accepted_with_errors_count > 0)))
          or later.worklist_file_id in (
            select file_id from joined_sources as joined
            where joined.submission_id = submissions.id and joined.corrects = 1)
          or later.worklist_file_id in (
            select file_id from file_origins as origin
            where origin.submission_id = submissions.id and origin.kind <> 'modified'))`;

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
 * Whether a row of `submissions` waits for a person.
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
 */
export const waitsForAPerson = `
  submissions.state in ('unknown', 'rejected', 'partially_accepted', 'failed')
  and iif(submissions.state = 'unknown',
    submissions.answer_code is not 'answer_queued' or submissions.next_attempt_at is null, (
    submissions.dismissed_at is null
    and not exists (select 1 from submissions as later
      where later.environment = submissions.environment
        and ${isMadeFrom}
        and later.state not in ('failed', 'cancelled')
        and ${followsByOperation}
        and not ${isLeftWithErrors}
        and not ${isLeftMissing}
        and not ${isOnlyOfErrors})
    and not exists (select 1 from submissions as later
      where later.sha256 = submissions.sha256 and later.environment = submissions.environment
        and later.sequence > submissions.sequence and later.state not in ('failed', 'cancelled'))
    and not exists (select 1 from submissions as later
      where later.previous_id = submissions.previous_id
        and later.sequence > submissions.sequence and later.operation = submissions.operation
        and later.state not in ('rejected', 'failed', 'cancelled')
        and later.environment = submissions.environment and not ${isModified}
        and (later.operation = 'creation' and not ${isJoined} or ${hasAll}))))
  and not ${isDone} and not ${isCancelled}`;
