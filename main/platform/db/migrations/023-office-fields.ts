import type { Migration } from './migration.ts';

/** The office's own texts about a company. */
export const officeFields: Migration = {
  version: 23,
  sql: `
alter table companies add column code text;
alter table companies add column client_group text;
alter table companies add column adviser text;
`,
};
