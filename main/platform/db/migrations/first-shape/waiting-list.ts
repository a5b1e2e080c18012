import { waitsForAPerson } from './waiting-rule.ts';

/** The stored columns of each waiting submission. */
export const waitingColumns = 'sequence, environment, company_id, period, form, state, created_at';

/**
 * A new or changed submission, those that it may resend or correct, those that its file comes from,
 * and those with some of its records.
 */
const concerned = `
    select new.sequence
    union all select sequence from submissions where id = new.previous_id
    union all select sequence from submissions where sha256 = new.sha256
      and environment = new.environment and sequence < new.sequence
    union all select sequence from submissions where previous_id = new.previous_id
      and sequence < new.sequence
    union all select source.sequence from joined_sources as joined
      join submissions as source on source.id = joined.submission_id
      where joined.file_id = new.worklist_file_id
    union all select source.sequence from file_origins as origin
      join submissions as source on source.id = origin.submission_id
      where origin.file_id = new.worklist_file_id
    union select changed.submission from submission_records as mine
      cross join submission_records as changed
        on changed.identity = mine.identity and changed.submission < mine.submission
      where mine.submission = new.sequence`;

const lookAgain = `
  delete from waiting_submissions where sequence in (${concerned});
  insert into waiting_submissions (${waitingColumns}) select ${waitingColumns} from submissions
    where sequence in (${concerned}) and ${waitsForAPerson()};`;

const isMoving = (row: string) => `${row}.state in ('queued', 'sending', 'accepted')`;

/** Submissions that wait for a person; kept by triggers, by the rule beside this. */
export const waitingList = `
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
create trigger submissions_wait_anew after insert on submissions begin ${lookAgain}
end;
create trigger submissions_wait after update of
  state, incorrect_count, dismissed_at, answer_code, next_attempt_at on submissions
  when not (${isMoving('old')} and ${isMoving('new')}) begin ${lookAgain}
end;
-- A submission's records are stored after it.
create trigger submissions_wait_records after update of records_indexed on submissions begin
${lookAgain}
end;
`;
