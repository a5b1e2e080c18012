import { neverChanges } from './never-changes.ts';

/**
 * Submissions and their answers: evidence. Triggers forbid deleting them, and changing an event, an
 * answer or a batch. Only the state machine changes a submission's row.
 */
export const submissions = `
create table documents (
  sha256 text primary key check (length(sha256) = 64),
  size_bytes integer not null,
  gzip blob not null,
  created_at text not null
) strict;

create table submissions (
  -- Order of arrival.
  sequence integer primary key,
  id text not null unique,
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
    ('queued', 'sending', 'accepted', 'partially_accepted', 'rejected', 'failed', 'unknown',
      'cancelled')),
  environment text not null,
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
  incorrect_count integer not null default 0,
  queue_order integer not null default 0,
  attempts integer not null default 0,
  next_attempt_at text,
  held_by text references submissions (id),
  released_at text,
  -- 0: not yet, 1: its records are in submission_records, 2: its document cannot be read.
  records_indexed integer not null default 0 check (records_indexed in (0, 1, 2)),
  -- Model, kind of expense and operation as one number, in the order of the contract's forms.
  form integer generated always as (
    case when model = '240' then 6 when expense_type = 'with_invoice' then 0 else 3 end
    + case operation when 'creation' then 0 when 'modification' then 1 else 2 end) virtual,
  period text not null default '',
  month text not null default '',
  batch_id text references batches (id),
  dismissed_at text
) strict;
-- One document is on its way once, whichever process sends it.
create unique index submissions_in_flight on submissions (environment, sha256)
  where state in ('queued', 'sending');
create index submissions_state on submissions (state, sequence);
create index submissions_company on submissions (company_id, created_at desc, sequence desc);
create index submissions_sha256 on submissions (sha256);
create index submissions_worklist on submissions (worklist_file_id, sequence desc);
create index submissions_queue on submissions (company_id, queue_order, sequence)
  where state = 'queued';
create index submissions_held on submissions (held_by) where held_by is not null;
create index submissions_unsettled on submissions (company_id, queue_order)
  where state in ('failed', 'unknown');
create index submissions_previous on submissions (previous_id) where previous_id is not null;
create index submissions_not_indexed on submissions (tax_id) where records_indexed = 0;
create index submissions_form on submissions (form, sequence);
create index submissions_company_sequence on submissions (company_id, sequence);
create index submissions_form_state on submissions (form, state, sequence);
create index submissions_company_form_state on submissions (company_id, form, state, sequence);
create index submissions_created on submissions (created_at, sequence);
create index submissions_taxpayer on submissions (tax_id, environment);
create index submissions_batch on submissions (batch_id, sequence) where batch_id is not null;
create index submissions_dismissed on submissions (sequence) where dismissed_at is not null;
create index submissions_dismissed_company on submissions (company_id, sequence, form, state)
  where dismissed_at is not null;
create index submissions_dismissed_form on submissions (form, sequence, state)
  where dismissed_at is not null;
create index submissions_dismissed_state on submissions (state, sequence)
  where dismissed_at is not null;
create index submissions_asked on submissions (next_attempt_at)
  where state = 'unknown' and answer_code = 'answer_queued';
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
${neverChanges('submission_events', 'an event is evidence and')}

create table answers (
  submission_id text primary key references submissions (id),
  status integer not null,
  content_type text,
  body_gzip blob not null,
  latency_ms real not null,
  ledger_response_gzip blob
) strict;
${neverChanges('answers', 'an answer is evidence and')}

-- The service's later answers about a submission that it had queued.
create table later_answers (
  submission_id text not null references submissions (id),
  number integer not null check (number > 0),
  at text not null,
  status integer not null,
  content_type text,
  body_gzip blob not null,
  latency_ms real not null,
  ledger_response_gzip blob,
  primary key (submission_id, number)
) strict;
${neverChanges('later_answers', 'an answer is evidence and')}

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
  state text not null check (state in
    ('correct', 'accepted_with_errors', 'incorrect', 'cancelled', 'not_told')),
  code text,
  message_es text,
  message_eu text,
  primary key (submission_id, position)
) strict, without rowid;
create index record_results_state on record_results (submission_id, state, position);
create index record_results_invoice on record_results (upper(trim(number)), upper(trim(issuer)))
  where number is not null;

-- Records by a digest that begins with their book's: a record that was entered once is recognised
-- in any other file, and looking for a file's records touches few pages.
create table submission_records (
  -- The submission's sequence number.
  submission integer not null,
  record integer not null,
  identity blob not null check (length(identity) = 16),
  primary key (submission, record)
) strict, without rowid;
create index submission_records_identity on submission_records (identity);

create table batches (
  -- Order of arrival.
  sequence integer primary key,
  id text not null unique,
  environment text not null,
  created_at text not null
) strict;
${neverChanges('batches', 'a batch is evidence and')}
`;
