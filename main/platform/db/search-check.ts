import type { Database } from 'better-sqlite3';
import { ZubiError } from '../../../contract/errors.ts';

/**
 * Compares the submissions in the index of words with those of the history. Throws
 * `database_damaged` when they differ; SQLite's own check tells whether the index itself is sound.
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
