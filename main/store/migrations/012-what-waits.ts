import type { Migration } from './migration.ts';

/**
 * When one waits for a person, and what is kept of it: the rule of `store/waiting-rule.ts` as it
 * was when this step was released. Both belong to the step and never change; a new rule is a new
 * step, with new triggers.
 */
const waitsForAPerson = `
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

const waitingColumns = 'sequence, environment, company_id, period, form, state, created_at';

/** The new row itself, and all that it may have taken further: they lie before it. */
const touched = `
    select new.sequence
    union all select sequence from submissions where id = new.previous_id
    union all select sequence from submissions where sha256 = new.sha256 and environment = new.environment and sequence < new.sequence
    union all select sequence from submissions where previous_id = new.previous_id and sequence < new.sequence`;

const lookAgain = `
  delete from waiting_submissions where sequence in (${touched});
  insert into waiting_submissions (${waitingColumns}) select ${waitingColumns} from submissions
    where sequence in (${touched}) and ${waitsForAPerson};`;

/**
 * To what lies before them these are one: it has been taken further. None of them waits for a
 * person.
 */
const isUnderWay = (row: string) => `${row}.state in ('queued', 'sending', 'accepted')`;

/**
 * What waits for a person, kept as it changes: told and counted without looking at what was dealt
 * with long ago. `waiting_submissions` holds exactly the rows for which `waitsForAPerson` is true;
 * the check of a whole history compares the two.
 */
export const whatWaits: Migration = {
  version: 12,
  name: 'what waits',
  sql: `
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
create index waiting_submissions_form on waiting_submissions (form, state);
create index waiting_submissions_company on waiting_submissions (company_id, form, state);
create index waiting_submissions_period on waiting_submissions (environment, period, company_id, state);

create trigger submissions_wait_anew after insert on submissions begin ${lookAgain}
end;
create trigger submissions_wait after update of state, incorrect_count, dismissed_at on submissions
  when not (${isUnderWay('old')} and ${isUnderWay('new')}) begin ${lookAgain}
end;

insert into waiting_submissions (${waitingColumns}) select ${waitingColumns} from submissions where ${waitsForAPerson};
drop index submissions_waiting;
`,
};
