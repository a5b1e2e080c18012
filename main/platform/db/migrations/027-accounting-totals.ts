import type { Migration } from './migration.ts';

/** The accounting program's totals of a company in a quarter, for comparison. */
export const accountingTotals: Migration = {
  version: 27,
  sql: `
create table accounting_totals (
  company_id text not null references companies (id) on delete cascade,
  -- As 2026-Q4.
  period text not null,
  -- Null where the program does not say.
  records integer,
  amount_cents integer not null,
  imported_at text not null,
  primary key (company_id, period)
) strict, without rowid;
create index accounting_totals_period on accounting_totals (period);
`,
};
