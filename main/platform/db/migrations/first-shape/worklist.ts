/** Files that are not sent yet and where they come from, and the queue's own state. */
export const worklist = `
create table incoming_files (
  id text primary key,
  name text not null,
  taken_at text not null,
  size_bytes integer not null,
  source_path text not null
) strict;

create table worklist_files (
  id text primary key,
  name text not null,
  added_at text not null,
  size_bytes integer not null,
  source_path text not null,
  sha256 text references documents (sha256),
  validation text,
  issues_gzip blob
, removed_at text) strict;
create index worklist_files_sha256 on worklist_files (sha256);

-- Files of watched folders that were handled, so that none is taken in twice.
create table watched_files (
  folder_id text not null,
  path text not null,
  size_bytes integer not null,
  modified_ms real not null,
  sha256 text,
  outcome text not null check (outcome in ('existing', 'taken', 'left_aside')),
  file_ids text not null,
  at text not null,
  primary key (folder_id, path)
) strict, without rowid;
create index watched_files_at on watched_files (at);

create table queue_state (
  id integer primary key check (id = 1),
  paused integer not null default 0 check (paused in (0, 1)),
  -- Sequence of the first submission since the queue was last empty: progress counts from it.
  batch_start integer not null default 0
) strict;
insert into queue_state (id) values (1);
`;
