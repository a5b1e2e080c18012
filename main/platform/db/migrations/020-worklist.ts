/** Files that are not sent yet, and the queue's own state. */
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
) strict;
create index worklist_files_sha256 on worklist_files (sha256);

-- What a file of the worklist was made from, where the application made it.
create table file_origins (
  file_id text primary key,
  kind text not null check (kind in
    ('rejected', 'accepted_with_errors', 'cancellation', 'split', 'mended', 'edited')),
  submission_id text references submissions (id),
  file_name text not null,
  check (case kind
    when 'split' then submission_id is null
    when 'mended' then true
    when 'edited' then true
    else submission_id is not null end)
) strict;
create index file_origins_submission on file_origins (submission_id)
  where submission_id is not null;
create trigger file_origins_end after delete on worklist_files begin
  delete from file_origins where file_id = old.id;
end;

create table queue_state (
  id integer primary key check (id = 1),
  paused integer not null default 0 check (paused in (0, 1)),
  -- Sequence of the first submission since the queue was last empty: progress counts from it.
  batch_start integer not null default 0
) strict;
insert into queue_state (id) values (1);
`;
