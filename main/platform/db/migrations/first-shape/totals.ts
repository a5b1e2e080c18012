const cents = (row: string) => `cast(replace(coalesce(${row}.amount, '0'), '.', '') as integer)`;

const countOne = `
  insert into submission_totals values (new.environment, new.month, new.form, new.state, 1)
    on conflict do update set files = files + 1;
  insert into company_totals
    values (new.company_id, new.period, new.form, new.state, 1, new.record_count, ${cents('new')})
    on conflict do update set files = files + 1, records = records + excluded.records,
      amount_cents = amount_cents + excluded.amount_cents;`;

/** Counts and sums of submissions; kept by triggers. */
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
`;
