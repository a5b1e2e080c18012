/** The ledger's codes: it has the record already, it does not have the record. */
const [alreadyRecorded, notInLedger] = ['B4_2000003', 'B4_2000004'];

/**
 * Whether a row of `submissions` waits for a person.
 *
 * An unknown outcome waits until a person has recorded how it ended, but not while the service has
 * it queued and Zubi asks for it. A refused, partly accepted or failed one waits until a person
 * closes it, until a `later` one takes its place on the same connection, or until nothing of it is
 * left to do. A refused later one waits in its place; a failed or withdrawn one changes nothing.
 */
export const waitsForAPerson = () => `
  submissions.state in ('unknown', 'rejected', 'partially_accepted', 'failed')
  and iif(submissions.state = 'unknown',
    submissions.answer_code is not 'answer_queued' or submissions.next_attempt_at is null, (
    submissions.dismissed_at is null
    and not ${isCorrected()}
    and not ${isSentAgain()}
    and not ${isOvertaken()}))
  and not ${isDone()} and not ${isCancelled()}`;

/**
 * A later one was made from its refused records, alone or joined with others, with an operation
 * that fits. Each record accepted with errors, and each record that a modification did not find,
 * must be in a later file too: theirs may be another one than that of the other refused records.
 */
const isCorrected = () => `exists (select 1 from submissions as later
      where later.environment = submissions.environment
        and ${isMadeFromIt()}
        and later.state not in ('failed', 'cancelled')
        and ${hasFittingOperation()}
        and not ${isAnyLeftWithErrors()}
        and not ${isAnyLeftMissing()}
        and not ${isOnlyOfErrors()})`;

/** The same document was sent again. */
const isSentAgain = () => `exists (select 1 from submissions as later
      where later.sha256 = submissions.sha256 and later.environment = submissions.environment
        and later.sequence > submissions.sequence and later.state not in ('failed', 'cancelled'))`;

/**
 * Another one of the same origin came later. Of two changes the later counts for both only with all
 * records of the earlier: another cancellation may be of other records. So it is with two
 * creations, where the earlier one has the records of several origins.
 */
const isOvertaken = () => `exists (select 1 from submissions as later
      where later.previous_id = submissions.previous_id
        and later.sequence > submissions.sequence and later.operation = submissions.operation
        and later.state not in ('rejected', 'failed', 'cancelled')
        and later.environment = submissions.environment and not ${hasModifiedRecords()}
        and (later.operation = 'creation' and not ${isJoined()} or ${hasAllRecords()}))`;

const toCorrect = 'submissions.incorrect_count + submissions.accepted_with_errors_count';

/** Each record to correct is in a later file that was accepted or is being sent. */
const isDone = () => `(submissions.state = 'partially_accepted' and ${toCorrect} > 0
      and ${toCorrect} = (
        select count(*) from record_results as told join submission_records as own
          on own.submission = submissions.sequence and own.record = told.record
        where told.submission_id = submissions.id
          and told.state in ('incorrect', 'accepted_with_errors'))
      and not ${isAnyLeftWithErrors()}
      and not ${isAnyLeft(
        "told.state = 'incorrect'",
        `(change.operation = 'cancellation') = (submissions.operation = 'cancellation')
                and change.state in ('queued', 'sending', 'accepted')`,
      )})`;

/** All records of a cancellation are cancelled, some with errors. */
const isCancelled = () => `(submissions.operation = 'cancellation'
    and submissions.state = 'partially_accepted' and submissions.incorrect_count = 0
    and submissions.accepted_with_errors_count > 0)`;

/**
 * The later file was made from it, in any way that may correct it; also when that file is sent
 * again by another submission. Records that a person modified in their form may be others than
 * those to correct: their file follows those of which it has all (`corrects`), and its origin where
 * no record was refused.
 */
const isMadeFromIt =
  () => `((later.previous_id = submissions.id and (not ${hasModifiedRecords()} or (
            submissions.incorrect_count = 0 and submissions.accepted_with_errors_count > 0)))
          or later.worklist_file_id in (
            select file_id from joined_sources as joined
            where joined.submission_id = submissions.id and joined.corrects = 1)
          or later.worklist_file_id in (
            select file_id from file_origins as origin
            where origin.submission_id = submissions.id and origin.kind <> 'modified'))`;

/**
 * The later one has the same operation; is a modification when no record was refused or the ledger
 * has all of them already; or is a creation when the ledger has none of the records to modify.
 */
const hasFittingOperation = () => `(later.operation = submissions.operation
          or (later.operation = 'modification'
            and submissions.incorrect_count = ${countRefusedAs(alreadyRecorded)})
          or (later.operation = 'creation' and submissions.operation = 'modification'
            and submissions.incorrect_count > 0
            and submissions.incorrect_count = ${countRefusedAs(notInLedger)}))`;

const countRefusedAs = (code: string) => `(
          select count(*) from record_results as told where told.submission_id = submissions.id
            and told.state = 'incorrect' and told.code = '${code}')`;

/** A record accepted with errors is in no later modification or cancellation. */
const isAnyLeftWithErrors = () =>
  `(submissions.operation <> 'cancellation' and ${isAnyLeft(
    "told.state = 'accepted_with_errors'",
    "change.operation <> 'creation'",
  )})`;

/** A record that a modification did not find is in no later file. */
const isAnyLeftMissing = () =>
  `(submissions.operation = 'modification' and ${isAnyLeft(
    `told.state = 'incorrect' and told.code = '${notInLedger}'`,
    "change.operation <> 'cancellation'",
  )})`;

/** A record with such a result is in no later file with such an operation. */
const isAnyLeft = (result: string, operation: string) => `exists (
          select 1 from record_results as told
          join submission_records as own
            on own.submission = submissions.sequence and own.record = told.record
          where told.submission_id = submissions.id and ${result}
            and not exists (select 1 from submission_records as again
              join submissions as change on change.sequence = again.submission
              where again.identity = own.identity and again.submission > own.submission
                and ${operation} and change.state not in ('failed', 'cancelled')))`;

/**
 * The later file was made from the records with errors alone, and there are refused ones too: it
 * follows once those are in a file that follows.
 */
const isOnlyOfErrors =
  () => `(submissions.operation = 'modification' and submissions.incorrect_count > 0
          and submissions.accepted_with_errors_count > 0 and later.worklist_file_id in (
            select file_id from file_origins where kind = 'accepted_with_errors'))`;

/** The later file has records that a person modified in their form. */
const hasModifiedRecords = () => `exists (select 1 from file_origins as origin
          where origin.file_id = later.worklist_file_id and origin.kind = 'modified')`;

/** The file has the records of several origins. */
const isJoined = () => `exists (select 1 from joined_sources as joined
          where joined.file_id = submissions.worklist_file_id)`;

/** The later one has all its records. */
const hasAllRecords = () => `not exists (select 1 from submission_records as own
          where own.submission = submissions.sequence
            and not exists (select 1 from submission_records as again
              where again.submission = later.sequence and again.identity = own.identity))`;
