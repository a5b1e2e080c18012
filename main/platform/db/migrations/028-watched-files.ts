import type { Migration } from './migration.ts';

/** Files of watched folders that were handled, so that none is taken in twice. */
export const watchedFiles: Migration = {
  version: 28,
  sql: `
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
`,
};
