import type { Database } from 'better-sqlite3';
import { ZubiError } from '../../contract/errors.ts';
import { standingNumbers } from './migrations/015-words-by-place.ts';

/** Compares where submissions stand in the index of words with where they should. Throws `database_damaged` where the two differ; whether the index is sound in itself SQLite's own check tells. */
export function checkSearch(database: Pick<Database, 'prepare'>): void {
  for (const { name, numbers } of standingNumbers) {
    const kept = `select id from ${name}_docsize`;
    const differs = database
      .prepare(
        `select 1 from (select * from (${kept} except select * from (${numbers})) union all select * from (select * from (${numbers}) except ${kept})) limit 1`,
      )
      .get();
    if (differs) throw new ZubiError('database_damaged', { cause: 'search' });
  }
}
