import type { Migration } from './migration.ts';

/** The faulty files that good dropped files replaced. */
export const replacedFiles: Migration = {
  version: 34,
  sql: `
create table replaced_files (
  file_id text not null,
  source_id text not null
) strict;
create index replaced_files_file on replaced_files (file_id);
create index replaced_files_source on replaced_files (source_id);
create trigger replaced_files_end after delete on worklist_files
  when not exists (select 1 from submissions where worklist_file_id = old.id) begin
  delete from replaced_files where file_id = old.id;
end;
drop view file_sources;
create view file_sources as
  select file_id, kind, submission_id, source_id from file_origins
  union all select joined.file_id, origin.kind, joined.submission_id, joined.source_id
    from joined_sources as joined join file_origins as origin on origin.file_id = joined.file_id
  union all select file_id, 'mended', null, source_id from replaced_files;
`,
};
