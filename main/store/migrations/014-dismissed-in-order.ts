import type { Migration } from './migration.ts';

/**
 * What was let be, in the order of arrival: the history is filtered by it, and few submissions are.
 */
export const dismissedInOrder: Migration = {
  version: 14,
  name: 'dismissed in order',
  sql: `
create index submissions_dismissed on submissions (sequence) where dismissed_at is not null;
`,
};
