import type { Migration } from './migration.ts';

/**
 * The first history. Submissions, their events and answers are evidence: triggers forbid deleting
 * any of them, and changing an event or an answer. A submission's row changes only by the state
 * machine.
 */
export const firstHistory: Migration = {
  version: 1,
  name: 'first history',
  sql: `
create table documents (
  sha256 text primary key check (length(sha256) = 64),
  size_bytes integer not null,
  gzip blob not null,
  created_at text not null
) strict;

create table worklist_files (
  id text primary key,
  name text not null,
  added_at text not null,
  size_bytes integer not null,
  source_path text not null,
  sha256 text references documents (sha256),
  judgement text,
  issues_gzip blob
) strict;
create index worklist_files_sha256 on worklist_files (sha256);

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
  authorization text not null check (authorization in ('none', 'pending_validation', 'approved', 'rejected')),
  created_at text not null,
  unique (environment, tax_id)
) strict;

create table territories (
  environment text not null check (environment in ('sandbox', 'production')),
  id text not null,
  name text not null,
  position integer not null,
  primary key (environment, id)
) strict;

create table submissions (
  id text primary key,
  sequence integer not null unique,
  worklist_file_id text,
  previous_id text references submissions (id),
  sha256 text not null references documents (sha256),
  file_name text not null,
  model text not null check (model in ('140', '240')),
  operation text not null check (operation in ('creation', 'modification', 'cancellation')),
  expense_type text check (expense_type in ('with_invoice', 'without_invoice')),
  fiscal_year integer not null,
  tax_id text not null,
  taxpayer_name text not null,
  company_id text not null references companies (id),
  company_name text not null,
  record_count integer not null,
  amount text,
  base text,
  vat text,
  deductible_vat text,
  schema_id text not null,
  state text not null check (state in
    ('queued', 'sending', 'accepted', 'partially_accepted', 'rejected', 'failed', 'unknown', 'cancelled')),
  environment text not null check (environment in ('sandbox', 'production')),
  base_url text not null,
  created_at text not null,
  sent_at text,
  finished_at text,
  identifier text,
  registration_number text,
  answer_code text,
  answer_message text,
  correct_count integer not null default 0,
  accepted_with_errors_count integer not null default 0,
  incorrect_count integer not null default 0
) strict;
create index submissions_created on submissions (created_at desc, sequence desc);
create index submissions_state on submissions (state, sequence);
create index submissions_company on submissions (company_id, created_at desc, sequence desc);
create index submissions_sha256 on submissions (sha256);
create index submissions_worklist on submissions (worklist_file_id, sequence desc);
-- One document is on its way once, whichever process sends it.
create unique index submissions_in_flight on submissions (environment, sha256) where state in ('queued', 'sending');
create trigger submissions_are_kept before delete on submissions begin
  select raise(abort, 'a submission is evidence and is never deleted');
end;

create table submission_events (
  id integer primary key,
  submission_id text not null references submissions (id),
  at text not null,
  kind text not null,
  data text not null
) strict;
create index submission_events_submission on submission_events (submission_id, id);
create trigger submission_events_are_kept before delete on submission_events begin
  select raise(abort, 'an event is evidence and is never deleted');
end;
create trigger submission_events_stay before update on submission_events begin
  select raise(abort, 'an event is evidence and never changes');
end;

create table answers (
  submission_id text primary key references submissions (id),
  status integer not null,
  content_type text,
  body_gzip blob not null,
  latency_ms real not null,
  ledger_response_gzip blob
) strict;
create trigger answers_are_kept before delete on answers begin
  select raise(abort, 'an answer is evidence and is never deleted');
end;
create trigger answers_stay before update on answers begin
  select raise(abort, 'an answer is evidence and never changes');
end;

create table record_results (
  submission_id text not null references submissions (id),
  position integer not null,
  record integer,
  issuer text,
  series text,
  number text,
  date text,
  epigraph text,
  concept text,
  line text,
  counterparty text,
  amount text,
  state text not null check (state in ('correct', 'accepted_with_errors', 'incorrect', 'cancelled', 'not_told')),
  code text,
  message_es text,
  message_eu text,
  primary key (submission_id, position)
) strict, without rowid;
create index record_results_state on record_results (submission_id, state, position);
`,
};
