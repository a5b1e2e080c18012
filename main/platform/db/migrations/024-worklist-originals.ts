import type { Migration } from './migration.ts';

/** Which file of the worklist a made file replaces, and which files are being removed. */
export const worklistOriginals: Migration = {
  version: 24,
  sql: `
alter table worklist_files add column removed_at text;
alter table file_origins add column source_id text;
create index file_origins_source on file_origins (source_id) where source_id is not null;
-- Until now the original was known by its name alone.
update file_origins set source_id =
  (select min(file.id) from worklist_files as file where file.name = file_origins.file_name
    having count(*) = 1)
where kind in ('split', 'mended', 'edited');
`,
};
