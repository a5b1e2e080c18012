/** The ledger has the record already: another creation of it is bound to be refused again. */
export const alreadyRecorded = 'B4_2000003';

/**
 * Whether a row of `submissions` still waits for a person. An unknown outcome waits until a person
 * has recorded how it ended; not while the service has it queued and Zubi asks by itself. Refused,
 * partly accepted and failed ones wait until a follower arrived or is on its way: the same document
 * again; a document made from its refused records (so of the same operation; when none was refused,
 * or the ledger has all of those already, a modification); or another one of the same origin. A
 * refused follower waits in its place. A failed or withdrawn follower changes nothing. A person may
 * close one of these without fixing; then it waits no more. Triggers keep the list; a change of
 * this rule needs a step that makes them anew.
 */
export const waitsForAPerson = `
  submissions.state in ('unknown', 'rejected', 'partially_accepted', 'failed') and iif(submissions.state = 'unknown',
    submissions.answer_code is not 'answer_queued' or submissions.next_attempt_at is null, (
    submissions.dismissed_at is null
    and not exists (select 1 from submissions as later
      where later.previous_id = submissions.id and later.state not in ('failed', 'cancelled')
        and (later.operation = submissions.operation or (later.operation = 'modification' and submissions.incorrect_count = (
          select count(*) from record_results as told where told.submission_id = submissions.id
            and told.state = 'incorrect' and told.code = '${alreadyRecorded}'))))
    and not exists (select 1 from submissions as later
      where later.sha256 = submissions.sha256 and later.environment = submissions.environment
        and later.sequence > submissions.sequence and later.state not in ('failed', 'cancelled'))
    and not exists (select 1 from submissions as later
      where later.previous_id = submissions.previous_id and later.sequence > submissions.sequence
        and later.operation = submissions.operation and later.state not in ('rejected', 'failed', 'cancelled'))))`;

/** The stored columns of each waiting submission. */
export const waitingColumns = 'sequence, environment, company_id, period, form, state, created_at';
