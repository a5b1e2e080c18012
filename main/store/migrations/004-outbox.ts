import type { Migration } from './migration.ts';

/**
 * What the outbox remembers: a submission's place in the queue, its tries, what holds it, and the
 * identities of the records it carries, so that a record that was entered once is recognised in any
 * other file. An identity is a digest (`main/submissions/record-identities.ts`) that begins with
 * its book's: records of one book lie together, and looking for a file's records touches few pages.
 */
export const outbox: Migration = {
  version: 4,
  name: 'outbox',
  sql: `
alter table submissions add column queue_order integer not null default 0;
alter table submissions add column attempts integer not null default 0;
alter table submissions add column next_attempt_at text;
alter table submissions add column held_by text references submissions (id);
alter table submissions add column released_at text;
-- 0: not yet, 1: its records are in submission_records, 2: its document cannot be read.
alter table submissions add column records_indexed integer not null default 0 check (records_indexed in (0, 1, 2));
update submissions set queue_order = sequence;
create index submissions_queue on submissions (company_id, queue_order, sequence) where state = 'queued';
create index submissions_held on submissions (held_by) where held_by is not null;
create index submissions_unsettled on submissions (company_id, queue_order) where state in ('failed', 'unknown');
create index submissions_previous on submissions (previous_id) where previous_id is not null;
create index submissions_not_indexed on submissions (tax_id) where records_indexed = 0;

create table submission_records (
  submission integer not null,
  record integer not null,
  identity blob not null check (length(identity) = 16),
  primary key (submission, record)
) strict, without rowid;
create index submission_records_identity on submission_records (identity);

create table queue_state (
  id integer primary key check (id = 1),
  paused integer not null default 0 check (paused in (0, 1)),
  -- Sequence of the first submission since the queue was last empty: progress counts from it.
  batch_start integer not null default 0
) strict;
insert into queue_state (id) values (1);
`,
};
