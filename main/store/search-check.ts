import type { Database } from 'better-sqlite3';
import { ZubiError } from '../../contract/errors.ts';
import { createBitsReader, markWord, plainMarks } from './common-words.ts';
import type { Range } from './history-range.ts';
import {
  lastOfAll,
  places,
  searchTables,
  standingNumbers,
  vocabularyNumber,
} from './search-words.ts';

/**
 * Compares where submissions stand in the index of words with where they should, but for those
 * whose words are due there, and the vocabulary that it was written in with the one that is spoken
 * now. Throws `database_damaged` where the two differ; whether the index is sound in itself
 * SQLite's own check tells.
 */
export function checkSearch(database: Pick<Database, 'prepare'>): void {
  const spoken = database
    .prepare<[], unknown>('select number from search_vocabulary')
    .pluck()
    .all();
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

/**
 * Compares the bits of common words with the index of words. Throws `database_damaged` where the
 * two differ; a word without bits is rare, a mark without them none has.
 */
export function checkCommonWords(
  database: Pick<Database, 'prepare'>,
  checkpoint: () => void,
): void {
  const blocks = database
    .prepare<[], Range>('select first, last from word_blocks where is_whole')
    .all();
  const readKept = database
    .prepare<[number, number], [string, Buffer]>(
      'select word, rows from common_words where block = ? and source = ?',
    )
    .raw();
  for (const [source, table] of searchTables.entries()) {
    const read = createBitsReader(database, table);
    for (const block of blocks) {
      checkpoint();
      const none = plainMarks.map((mark) => [markWord(mark), Buffer.alloc(0)] as const);
      for (const [word, kept] of new Map([...none, ...readKept.all(block.first, source)])) {
        const { rows, bits } = read(word, block);
        if (kept.length === 0 ? rows > 0 : !bits.equals(kept)) throw damaged();
      }
    }
  }
}

const damaged = () => new ZubiError('database_damaged', { cause: 'search' });
