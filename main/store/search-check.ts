import type { Database } from 'better-sqlite3';
import { ZubiError } from '../../contract/errors.ts';
import { lastOfAll, standingNumbers } from './migrations/015-words-by-place.ts';

/** Compares where submissions stand in the index of words with where they should, but for those whose words are due. Throws `database_damaged` where the two differ; whether the index is sound in itself SQLite's own check tells. */
export function checkSearch(database: Pick<Database, 'prepare'>): void {
  for (const { name, numbers } of standingNumbers) {
    const kept = `select id from ${name}_docsize`;
    const isDue = `${lastOfAll} - (number & ${lastOfAll}) in (select sequence from words_due)`;
    const differs = database
      .prepare(
        `select 1 from (
          select id as number from (${kept} except select * from (${numbers}))
          union all select * from (select * from (${numbers}) except ${kept})) where not (${isDue}) limit 1`,
      )
      .get();
    if (differs) throw new ZubiError('database_damaged', { cause: 'search' });
  }
}
