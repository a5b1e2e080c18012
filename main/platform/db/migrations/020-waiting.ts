import { waitingRule, waitingTriggers } from './waiting-list.ts';

/** The successors of a submission in this step and in step 29. */
export const followedAtFirst = `later.previous_id = submissions.id and later.state not in ('failed', 'cancelled')
        and (later.operation = submissions.operation
          or (submissions.incorrect_count = 0 and later.operation = 'modification'))`;

const waitsForAPerson = waitingRule("(submissions.state = 'unknown' or", followedAtFirst);

/** Submissions that wait for a person; kept by triggers. */
export const waiting = `
create table waiting_submissions (
  sequence integer primary key,
  environment text not null,
  company_id text not null,
  period text not null,
  form integer not null,
  state text not null,
  created_at text not null
) strict;
create index waiting_submissions_state on waiting_submissions (state);
create index waiting_submissions_environment on waiting_submissions (environment, state);
create index waiting_submissions_period on waiting_submissions
  (environment, period, company_id, state);
create index waiting_submissions_form on waiting_submissions (form);
create index waiting_submissions_company on waiting_submissions (company_id);
${waitingTriggers(waitsForAPerson, ' state, incorrect_count, dismissed_at')}
`;
