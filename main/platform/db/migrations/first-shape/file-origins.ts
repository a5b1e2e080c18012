const whenGone = (table: string): string => `
create trigger ${table}_end after delete on worklist_files
  when not exists (select 1 from submissions where worklist_file_id = old.id) begin
  delete from ${table} where file_id = old.id;
end;`;

/**
 * What a file of the worklist was made from, where the application made it, and which file it
 * replaces. A file may join the corrections of several submissions: the first is its origin, the
 * others stand in `joined_sources`.
 */
export const fileOrigins = `
create table "file_origins" (
  file_id text primary key,
  kind text not null check (kind in ('rejected', 'accepted_with_errors', 'modified',
    'cancellation', 'split', 'mended', 'edited')),
  submission_id text references submissions (id),
  file_name text not null,
  source_id text,
  check (case kind
    when 'split' then submission_id is null
    when 'mended' then true
    when 'edited' then true
    else submission_id is not null end)
) strict;
create index file_origins_submission on file_origins (submission_id)
  where submission_id is not null;
create index file_origins_source on file_origins (source_id) where source_id is not null;
${whenGone('file_origins')}

-- Whether a file corrects a submission whose records it joins, or only changes some of them.
create table joined_sources (
  file_id text not null,
  submission_id text not null references submissions (id),
  source_id text, corrects integer not null default 1
  check (corrects in (0, 1)),
  primary key (file_id, submission_id)
) strict, without rowid;
create index joined_sources_submission on joined_sources (submission_id);
create index joined_sources_source on joined_sources (source_id) where source_id is not null;
${whenGone('joined_sources')}

-- The faulty files that good dropped files replaced.
create table replaced_files (
  file_id text not null,
  source_id text not null
) strict;
create index replaced_files_file on replaced_files (file_id);
create index replaced_files_source on replaced_files (source_id);
${whenGone('replaced_files')}

create view file_sources as
  select file_id, kind, submission_id, source_id from file_origins
  union all select joined.file_id, origin.kind, joined.submission_id, joined.source_id
    from joined_sources as joined join file_origins as origin on origin.file_id = joined.file_id
  union all select file_id, 'mended', null, source_id from replaced_files;
`;
