import type { Migration } from './migration.ts';

/** The office's mark for a company's quarter: nothing to file, or something after all. */
export const filingMarks: Migration = {
  version: 25,
  sql: `
create table filing_marks (
  id integer primary key,
  company_id text not null references companies (id) on delete cascade,
  -- As 2026-Q4.
  period text not null,
  -- As the contract names it.
  book text not null,
  at text not null,
  kind text not null check (kind in ('nothing', 'something'))
) strict;
create index filing_marks_place on filing_marks (period, company_id, book, id);
create index filing_marks_company on filing_marks (company_id);
create trigger filing_marks_stay before update on filing_marks begin
  select raise(abort, 'an event never changes');
end;
`,
};
