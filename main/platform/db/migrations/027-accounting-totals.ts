import type { Migration } from './migration.ts';

/** What the accounting program says of a company in a quarter, to be compared with. */
export const accountingTotals: Migration = {
  version: 27,
  name: 'accounting totals',
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
