import type { Database } from 'better-sqlite3';
import { ZubiError } from '../../../contract/errors.ts';

/**
 * Compares the submissions that the index of words knows with those of the history. Throws
 * `database_damaged` where they differ; whether the index is sound in itself SQLite's own check
 * tells.
 */
export function checkSearch(database: Pick<Database, 'prepare'>): void {
  const known = 'select id as number from submission_words_docsize';
  const kept = 'select sequence from submissions';
  const difference = database
    .prepare(
      `select * from (select * from (${known}) except ${kept})
        union all select * from (select * from (${kept}) except ${known}) limit 1`,
    )
    .get();
  if (difference) throw new ZubiError('database_damaged', { cause: 'search' });
}
