import type { Migration } from './migration.ts';

/**
 * The blank authorization that the intermediary keeps for its companies to fill in: one document at
 * most.
 */
export const authorizationTemplate: Migration = {
  version: 8,
  name: 'authorization-template',
  sql: `
create table authorization_template (
  id integer primary key check (id = 1),
  file_name text not null,
  size_bytes integer not null,
  sha256 text not null references documents (sha256),
  kept_at text not null
) strict;
`,
};
