import type { Migration } from './migration.ts';

/** A file of the worklist may come from a record that was modified in its form. */
export const modifiedRecords: Migration = {
  version: 30,
  sql: `
drop trigger file_origins_end;
create table file_origins_next (
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
insert into file_origins_next (file_id, kind, submission_id, file_name, source_id)
  select file_id, kind, submission_id, file_name, source_id from file_origins;
drop table file_origins;
alter table file_origins_next rename to file_origins;
create index file_origins_submission on file_origins (submission_id)
  where submission_id is not null;
create index file_origins_source on file_origins (source_id) where source_id is not null;
create trigger file_origins_end after delete on worklist_files begin
  delete from file_origins where file_id = old.id;
end;
`,
};
