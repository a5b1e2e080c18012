import { authorizations } from './020-authorizations.ts';
import { companies } from './020-companies.ts';
import { evidence } from './020-evidence.ts';
import { search } from './020-search.ts';
import { submissions } from './020-submissions.ts';
import { totals } from './020-totals.ts';
import { waiting } from './020-waiting.ts';
import { worklist } from './020-worklist.ts';
import type { Migration } from './migration.ts';

/**
 * The first shape of a history. Its number is not 1: versions 1 to 19 come from before the first
 * release, and this number tells their folders apart (`database_older`).
 */
export const firstShape: Migration = {
  version: 20,
  sql: [
    ...[companies, submissions, evidence, worklist, authorizations],
    ...[totals, waiting, search],
  ].join('\n'),
};
