/**
 * Whether nobody has taken a row of `submissions` further. An unknown outcome waits until a person
 * has said how it ended. Those refused, partly accepted and failed wait until what followed arrived
 * or is on its way: the same document again; what was made of its refused records (so of the same
 * operation; where none was refused, a modification); or another one that was made of the same
 * origin. A follower that was refused itself takes its place: then that one waits. One that failed
 * or was taken back changes nothing. A person may let one of these be as it ended, and it waits no
 * more. Triggers keep it; whoever changes it writes a step that makes them anew.
 */
export const waitsForAPerson = `
  submissions.state in ('unknown', 'rejected', 'partially_accepted', 'failed') and (submissions.state = 'unknown' or (
    submissions.dismissed_at is null
    and not exists (select 1 from submissions as later
      where later.previous_id = submissions.id and later.state not in ('failed', 'cancelled')
        and (later.operation = submissions.operation or (submissions.incorrect_count = 0 and later.operation = 'modification')))
    and not exists (select 1 from submissions as later
      where later.sha256 = submissions.sha256 and later.environment = submissions.environment
        and later.sequence > submissions.sequence and later.state not in ('failed', 'cancelled'))
    and not exists (select 1 from submissions as later
      where later.previous_id = submissions.previous_id and later.sequence > submissions.sequence
        and later.operation = submissions.operation and later.state not in ('rejected', 'failed', 'cancelled'))))`;

/** What is kept of each that waits. */
export const waitingColumns = 'sequence, environment, company_id, period, form, state, created_at';
