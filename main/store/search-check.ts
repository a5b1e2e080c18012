import type { Database } from 'better-sqlite3';
import { ZubiError } from '../../contract/errors.ts';
import { lastOfAll, places, standingNumbers, vocabularyNumber } from './search-words.ts';

/**
 * Compares where submissions stand in the index of words with where they should, but for those whose words are due there, and the vocabulary that it was written in with the one that is spoken now.
 * Throws `database_damaged` where the two differ; whether the index is sound in itself SQLite's own check tells.
 */
export function checkSearch(database: Pick<Database, 'prepare'>): void {
  const spoken = database.prepare<[], unknown>('select number from search_vocabulary').pluck().all();
  if (spoken.length !== 1 || spoken[0] !== vocabularyNumber) throw damaged();
  for (const { name, numbers } of standingNumbers) {
    const kept = `select id from ${name}_docsize`;
    const isDue = `exists (select 1 from words_due where sequence = ${lastOfAll} - (number & ${lastOfAll})
      and places >> min(number >> 32, ${places.firstCompany}) & 1)`;
    const differs = database
      .prepare(
        `select 1 from (
          select id as number from (${kept} except select * from (${numbers}))
          union all select * from (select * from (${numbers}) except ${kept})) where not (${isDue}) limit 1`,
      )
      .get();
    if (differs) throw damaged();
  }
}

const damaged = () => new ZubiError('database_damaged', { cause: 'search' });
