import type { Migration } from './migration.ts';

/** The rule of `main/platform/db/waiting-rule.ts` when this step was written. */
const waitsForAPerson = `
  submissions.state in ('unknown', 'rejected', 'partially_accepted', 'failed')
  and iif(submissions.state = 'unknown',
    submissions.answer_code is not 'answer_queued' or submissions.next_attempt_at is null, (
    submissions.dismissed_at is null
    and not exists (select 1 from submissions as later
      where later.previous_id = submissions.id and later.state not in ('failed', 'cancelled')
        and (later.operation = submissions.operation
          or (later.operation = 'modification' and submissions.incorrect_count = (
          select count(*) from record_results as told where told.submission_id = submissions.id
            and told.state = 'incorrect' and told.code = 'B4_2000003'))))
    and not exists (select 1 from submissions as later
      where later.sha256 = submissions.sha256 and later.environment = submissions.environment
        and later.sequence > submissions.sequence and later.state not in ('failed', 'cancelled'))
    and not exists (select 1 from submissions as later
      where later.previous_id = submissions.previous_id
        and later.sequence > submissions.sequence and later.operation = submissions.operation
        and later.state not in ('rejected', 'failed', 'cancelled'))))`;

const columns = 'sequence, environment, company_id, period, form, state, created_at';

/** The submission itself, and those that it may resend or correct. */
const concerned = `
    select new.sequence
    union all select sequence from submissions where id = new.previous_id
    union all select sequence from submissions where sha256 = new.sha256
      and environment = new.environment and sequence < new.sequence
    union all select sequence from submissions where previous_id = new.previous_id
      and sequence < new.sequence`;

const lookAgain = `
  delete from waiting_submissions where sequence in (${concerned});
  insert into waiting_submissions (${columns}) select ${columns} from submissions
    where sequence in (${concerned}) and ${waitsForAPerson};`;

const isMoving = (row: string) => `${row}.state in ('queued', 'sending', 'accepted')`;

/** Records that the ledger had already no longer wait once they were sent as a modification. */
export const waitingForModifications: Migration = {
  version: 31,
  name: 'waiting for modifications',
  sql: `
drop trigger submissions_wait_anew;
drop trigger submissions_wait;
create trigger submissions_wait_anew after insert on submissions begin ${lookAgain}
end;
create trigger submissions_wait after update of
  state, incorrect_count, dismissed_at, answer_code, next_attempt_at on submissions
  when not (${isMoving('old')} and ${isMoving('new')}) begin ${lookAgain}
end;
delete from waiting_submissions where sequence not in (
  select sequence from submissions where ${waitsForAPerson});
`,
};
