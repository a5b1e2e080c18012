/**
 * Client companies, their bulk creation, and what the service last reported of its territories and
 * its licence. The application writes `search_text`, with accents folded.
 */
export const companies = `
create table companies (
  id text primary key,
  service_id text,
  environment text not null check (environment in ('sandbox', 'production')),
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
  notes text not null default '',
  unique (environment, tax_id)
) strict;
create unique index companies_service_id on companies (environment, service_id)
  where service_id is not null;

create table territories (
  environment text not null check (environment in ('sandbox', 'production')),
  id text not null,
  name text not null,
  position integer not null,
  fetched_at text,
  primary key (environment, id)
) strict;

-- Companies follow when the service calls their territory by another name.
create trigger territories_named after insert on territories begin
  update companies set territory_name = new.name
  where environment = new.environment and territory_id = new.id and territory_name <> new.name;
end;

-- What the service last said of its intermediary.
create table licenses (
  environment text primary key check (environment in ('sandbox', 'production')),
  developer text,
  software text,
  version text,
  license text,
  fetched_at text not null
) strict;

create table company_jobs (
  id text primary key,
  environment text not null check (environment in ('sandbox', 'production')),
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
`;
