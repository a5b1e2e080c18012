import { authorizations } from './first-shape/authorizations.ts';
import { companies } from './first-shape/companies.ts';
import { evidence } from './first-shape/evidence.ts';
import { fileOrigins } from './first-shape/file-origins.ts';
import { search } from './first-shape/search.ts';
import { service } from './first-shape/service.ts';
import { submissions } from './first-shape/submissions.ts';
import { totals } from './first-shape/totals.ts';
import { waitingList } from './first-shape/waiting-list.ts';
import { worklist } from './first-shape/worklist.ts';
import type { Migration } from './migration.ts';

/**
 * The first shape of a history. Its number is not 1: versions 1 to 36 come from before the first
 * release, and this number tells their folders apart (`database_older`). A trial version came to
 * the same number by steps: columns that it added stand where SQLite wrote them, so that each text
 * of the schema is the same.
 */
export const firstShape: Migration = {
  version: 37,
  sql: [
    ...[companies, service, submissions, evidence, worklist, fileOrigins, authorizations],
    ...[totals, waitingList, search],
  ].join('\n'),
};
