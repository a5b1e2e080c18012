import type { Migration } from './migration.ts';

/**
 * That a person has let a submission be as it ended: it waits for nobody any more. Who said so and
 * why stands in its events.
 */
export const dismissals: Migration = {
  version: 11,
  name: 'dismissals',
  sql: `
alter table submissions add column dismissed_at text;
`,
};
