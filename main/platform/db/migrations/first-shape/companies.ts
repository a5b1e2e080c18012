/**
 * Client companies, their bulk creation, and what the office says of their quarters. The
 * application writes `search_text`, with accents folded.
 */
export const companies = `
create table companies (
  id text primary key,
  service_id text,
  environment text not null,
  is_individual integer not null check (is_individual in (0, 1)),
  full_name text not null,
  first_name text,
  last_name_1 text,
  last_name_2 text,
  tax_id text not null,
  territory_id text not null,
  territory_name text not null,
  authorization text not null check (authorization in
    ('none', 'pending_validation', 'approved', 'rejected')),
  created_at text not null,
  -- How far the company is known to the service.
  state text not null default 'registered' check (state in
    ('draft', 'creating', 'creation_unknown', 'registered')),
  failure text,
  search_text text,
  -- Whether the vault has its key, so that a list opens no vault.
  key_stored integer not null default 0 check (key_stored in (0, 1)),
  -- The last four characters of its key; '' where it is too short to show any, null where unknown.
  key_last4 text check (length(key_last4) in (0, 4)),
  archived_at text,
  notes text not null default '', code text, client_group text, adviser text,
  unique (environment, tax_id)
) strict;
create unique index companies_service_id on companies (environment, service_id)
  where service_id is not null;

create table company_jobs (
  id text primary key,
  environment text not null,
  state text not null check (state in ('running', 'paused', 'stopped', 'cancelled', 'finished')),
  reason text,
  started_at text not null,
  finished_at text
) strict;
-- One bulk creation at a time.
create unique index company_jobs_open on company_jobs (environment)
  where state in ('running', 'paused', 'stopped');
create index company_jobs_started on company_jobs (environment, started_at);

create table company_job_items (
  job_id text not null references company_jobs (id) on delete cascade,
  position integer not null,
  company_id text not null references companies (id) on delete cascade,
  state text not null check (state in ('waiting', 'created', 'failed', 'unknown')),
  error text,
  primary key (job_id, position)
) strict, without rowid;
create index company_job_items_state on company_job_items (job_id, state, position);
create index company_job_items_company on company_job_items (company_id);

-- The office's mark for a company's quarter: nothing to file, or something after all.
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

-- The accounting program's totals of a company in a quarter, for comparison.
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
`;
