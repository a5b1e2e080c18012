const cents = (row: string) => `cast(replace(coalesce(${row}.amount, '0'), '.', '') as integer)`;

const countOne = `
  insert into submission_totals values (new.environment, new.month, new.form, new.state, 1)
    on conflict do update set files = files + 1;
  insert into company_totals
    values (new.company_id, new.period, new.form, new.state, 1, new.record_count, ${cents('new')})
    on conflict do update set files = files + 1, records = records + excluded.records,
      amount_cents = amount_cents + excluded.amount_cents;`;

/** How far the clock has gone back when this submission comes after `latest`; ms. */
const backMs = `coalesce(cast(round(
      (julianday(latest) - julianday(new.created_at)) * 86400000) as integer), 0)`;

/** By more than this the clock was set, by less it was put right; ms. */
const setMs = 60_000;

/** Counts and sums of submissions, and where the machine's clock was set back; kept by triggers. */
export const totals = `
create table submission_totals (
  environment text not null,
  month text not null,
  form integer not null,
  state text not null,
  files integer not null,
  primary key (environment, month, form, state)
) strict, without rowid;

create table company_totals (
  company_id text not null,
  period text not null,
  form integer not null,
  state text not null,
  files integer not null,
  records integer not null,
  amount_cents integer not null,
  primary key (company_id, period, form, state)
) strict, without rowid;
create index company_totals_period on company_totals (period);

create trigger submissions_counted after insert on submissions begin
  ${countOne}
end;
create trigger submissions_recounted after update of state on submissions
  when old.state <> new.state begin
  update submission_totals set files = files - 1
    where environment = old.environment and month = old.month and form = old.form
      and state = old.state;
  update company_totals set files = files - 1, records = records - old.record_count,
      amount_cents = amount_cents - ${cents('old')}
    where company_id = old.company_id and period = old.period and form = old.form
      and state = old.state;
  ${countOne}
end;

create table history_clock (
  id integer primary key check (id = 1),
  latest text not null,
  -- How far, at most, the machine's clock was put right backwards between two submissions.
  step_ms integer not null
) strict;
insert into history_clock values (1, '', 0);

create table clock_steps (
  -- The first submission after the clock was set back.
  sequence integer primary key
) strict;

create trigger submissions_timed after insert on submissions begin
  insert into clock_steps select new.sequence from history_clock where ${backMs} > ${setMs};
  update history_clock set
    step_ms = iif(${backMs} > ${setMs}, step_ms, max(step_ms, ${backMs})),
    latest = iif(${backMs} > ${setMs}, new.created_at, max(latest, new.created_at));
end;
`;
