import type { Migration } from './migration.ts';

/** What the office keeps of a company for itself. */
export const officeFields: Migration = {
  version: 23,
  name: 'office fields',
  sql: `
alter table companies add column code text;
alter table companies add column client_group text;
alter table companies add column adviser text;
`,
};
