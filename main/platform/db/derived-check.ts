import type { Database } from 'better-sqlite3';
import { ZubiError } from '../../../contract/errors.ts';
import { waitsForAPerson } from './migrations/033-joined-corrections.ts';
import { waitingColumns } from './migrations/waiting-list.ts';

type Queries = Pick<Database, 'prepare'>;

/**
 * Compares the stored list of submissions that wait for a person with the submissions themselves.
 * Throws `database_damaged` when they differ.
 */
export function checkWaiting(database: Queries): void {
  const columns = `select ${waitingColumns}`;
  requireSame(database, 'waiting', [
    `${columns} from waiting_submissions`,
    `${columns} from submissions where ${waitsForAPerson}`,
  ]);
}

/**
 * Compares the submissions in the index of words with those of the history. Throws
 * `database_damaged` when they differ; SQLite's own check tells whether the index itself is sound.
 */
export function checkSearch(database: Queries): void {
  requireSame(database, 'search', [
    'select id from submission_words_docsize',
    'select sequence from submissions',
  ]);
}

function requireSame(
  database: Queries,
  cause: string,
  [kept, told]: readonly [string, string],
): void {
  const without = (one: string, other: string) => `select * from (${one} except ${other})`;
  const differs = `${without(kept, told)} union all ${without(told, kept)} limit 1`;
  if (database.prepare(differs).get()) throw new ZubiError('database_damaged', { cause });
}
