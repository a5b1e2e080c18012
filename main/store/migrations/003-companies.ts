import type { Migration } from './migration.ts';

/**
 * Companies by the thousand: how far each is known to the service, what is searched and sorted by,
 * whether it has a key (so that a list opens no vault), the archive, notes, and bulk creations that
 * outlive the process. `search_text` is written by the application, which folds accents; where an
 * older row has none it is filled at the next start.
 */
export const companies: Migration = {
  version: 3,
  name: 'companies',
  sql: `
alter table companies add column state text not null default 'registered'
  check (state in ('draft', 'creating', 'creation_unknown', 'registered'));
alter table companies add column failure text;
alter table companies add column search_text text;
alter table companies add column key_stored integer not null default 0 check (key_stored in (0, 1));
-- The last four characters, as they are shown; '' where the key is too short to show any, null where they are not known.
alter table companies add column key_last4 text check (length(key_last4) in (0, 4));
alter table companies add column archived_at text;
alter table companies add column notes text not null default '';
update companies set state = 'creation_unknown' where service_id is null;
create unique index companies_service_id on companies (environment, service_id) where service_id is not null;

alter table territories add column fetched_at text;

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
create unique index company_jobs_open on company_jobs (environment) where state in ('running', 'paused', 'stopped');
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
`,
};
