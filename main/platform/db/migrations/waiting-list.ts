/*
 * What the steps of the list of waiting submissions share. A released step never changes, so
 * neither does a text of this file: another rule comes as an argument.
 */

/** The stored columns of each waiting submission. */
export const waitingColumns = 'sequence, environment, company_id, period, form, state, created_at';

/**
 * Whether a row of `submissions` waits for a person: an unknown outcome by `unknown`, a refused,
 * partly accepted or failed one until a person closed it, the same document was sent again,
 * `followed` holds of a later submission, or `sameOrigin` of one made from the same submission.
 */
export const waitingRule = (unknown: string, followed: string, sameOrigin = ''): string => `
  submissions.state in ('unknown', 'rejected', 'partially_accepted', 'failed')
  and ${unknown} (
    submissions.dismissed_at is null
    and not exists (select 1 from submissions as later
      where ${followed})
    and not exists (select 1 from submissions as later
      where later.sha256 = submissions.sha256 and later.environment = submissions.environment
        and later.sequence > submissions.sequence and later.state not in ('failed', 'cancelled'))
    and not exists (select 1 from submissions as later
      where later.previous_id = submissions.previous_id
        and later.sequence > submissions.sequence and later.operation = submissions.operation
        and later.state not in ('rejected', 'failed', 'cancelled')${sameOrigin})))`;

/** What the service has queued does not wait while Zubi asks for its end. */
export const unlessAsked = `iif(submissions.state = 'unknown',
    submissions.answer_code is not 'answer_queued' or submissions.next_attempt_at is null,`;

const isMoving = (row: string) => `${row}.state in ('queued', 'sending', 'accepted')`;

/**
 * What a trigger does to keep the list by a rule: it looks again at a submission and at those that
 * it may resend or correct. `others` selects more of these.
 */
export function lookAgainBy(rule: string, others = ''): string {
  const concerned = `
    select new.sequence
    union all select sequence from submissions where id = new.previous_id
    union all select sequence from submissions where sha256 = new.sha256
      and environment = new.environment and sequence < new.sequence
    union all select sequence from submissions where previous_id = new.previous_id
      and sequence < new.sequence${others}`;
  return `
  delete from waiting_submissions where sequence in (${concerned});
  insert into waiting_submissions (${waitingColumns}) select ${waitingColumns} from submissions
    where sequence in (${concerned}) and ${rule};`;
}

/** The triggers that keep the list by a rule; `watched` are the columns that matter. */
export function waitingTriggers(rule: string, watched: string, others = ''): string {
  const lookAgain = lookAgainBy(rule, others);
  return `create trigger submissions_wait_anew after insert on submissions begin ${lookAgain}
end;
create trigger submissions_wait after update of${watched} on submissions
  when not (${isMoving('old')} and ${isMoving('new')}) begin ${lookAgain}
end;`;
}

/** The same in place of the triggers before. */
export const otherWaitingTriggers = (
  rule: string,
  others = '',
): string => `drop trigger submissions_wait_anew;
drop trigger submissions_wait;
${waitingTriggers(
  rule,
  `
  state, incorrect_count, dismissed_at, answer_code, next_attempt_at`,
  others,
)}`;

/** Looks at all submissions of a folder from before once. */
export const listAnew = (
  rule: string,
): string => `delete from waiting_submissions where sequence not in (
  select sequence from submissions where ${rule});
insert or ignore into waiting_submissions (sequence, environment, company_id, period, form, state,
    created_at)
  select sequence, environment, company_id, period, form, state, created_at from submissions
  where ${rule};
`;
