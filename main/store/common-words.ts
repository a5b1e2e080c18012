import type { Database } from 'better-sqlite3';
import type { Range } from './history-range.ts';
import { lastOfAll, markedStates, marks, type SearchTable } from './search-words.ts';

/**
 * Words that many submissions share, and the marks of state and form: a bit for each submission of
 * a block says which have them (`common_words`). All that is asked for is met bit by bit, thousands
 * of submissions at a time; the index of words is asked only for words that few have, and for
 * submissions of no block.
 */

/** Beginnings of words have an index up to this length. */
export const longestWord = 20;

/**
 * A word as the index of words has it, accents of the usual letters left out; null for one that is
 * left to the index, which takes some others for different letters.
 */
export function plainWord(word: string): string | null {
  if (!/^[a-z0-9\u00c0-\u00ff]+$/i.test(word)) return null;
  const plain = word
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  return /^[a-z0-9]+$/.test(plain) && plain.length <= longestWord ? plain : null;
}

export const markWord = (mark: number, place: number | '' = ''): string =>
  `${String.fromCharCode(mark)}${place}`;

/** Marks that a filter is made of; of a state with a form each is asked for. */
export const plainMarks: readonly number[] = [
  ...Array.from({ length: 9 }, (_, form) => marks.form + form),
  ...Array.from({ length: 3 }, (_, book) => marks.book + book),
  marks.model140,
  ...Array.from({ length: 3 }, (_, operation) => marks.operation + operation),
  ...markedStates.map((_, number) => marks.state + number),
];

/** In each byte the first comes highest. */
export const bitOf = (row: number): number => 128 >> (row & 7);

/** A block has as many submissions as fill whole fours of bytes. */
export const bytesFor = ({ first, last }: Range): number => (last - first + 1) / 8;

/** As the index of words tells it: the bits of a block's submissions that have a word. */
export function createBitsReader(
  database: Pick<Database, 'prepare'>,
  { name }: SearchTable,
): (word: string, block: Range) => { readonly rows: number; readonly bits: Buffer } {
  const find = database
    .prepare<[string, number, number], number>(
      `select ${lastOfAll} - rowid from ${name} where ${name} match ? and rowid between ${lastOfAll} - cast(? as integer) and ${lastOfAll} - cast(? as integer)`,
    )
    .pluck();
  return (word, block) => {
    const bits = Buffer.alloc(bytesFor(block));
    const sequences = find.all(
      isMark(word) ? `"${word}"` : beginning(word),
      block.last,
      block.first,
    );
    for (const sequence of sequences) {
      const row = sequence - block.first;
      bits[row >> 3] = (bits[row >> 3] ?? 0) | bitOf(row);
    }
    return { rows: sequences.length, bits };
  };
}

/** In the index's own language. */
export const beginning = (word: string): string => `"${word}"*`;

const isMark = (word: string): boolean => word.charCodeAt(0) >= marks.form;
