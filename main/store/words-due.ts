import type { Database } from 'better-sqlite3';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { type Direct, inTurn } from './direct.ts';
import { toStoreError } from './errors.ts';
import { addWords, kinds, removeWords, searchTables } from './search-words.ts';
import type { Tables } from './tables.ts';

/**
 * What is written at one stroke: some milliseconds. A submission with more records is a stroke of
 * its own for each of its places, because the words of one place are one row of the index.
 */
const mostAtOneStroke = { submissions: 25, records: 150 };

/** Which words are written at a stroke. */
export interface WordsStroke {
  /**
   * Also a submission that is a stroke of its own: some hundredths of a second for 10,000 records.
   */
  readonly largeToo: boolean;
  /**
   * Waits two seconds for another program that holds the history; else that is `database_locked` at
   * once.
   */
  readonly patient: boolean;
}

/**
 * Writes words that are due, at one stroke; false when none were. Throws `database_damaged`,
 * `database_locked`, `disk_full`, `data_folder_not_writable`: they stay due.
 */
export type WriteDueWords = (stroke: WordsStroke) => Promise<boolean>;

export function hasDueWords(queries: Kysely<Tables>): Promise<boolean> {
  return inTurn(
    queries,
    (direct) => direct.first('select 1 from words_due limit 1', []) !== undefined,
  );
}

/** Which submissions have words that are due: all, or those of the given. */
export async function listDueWords(
  queries: Kysely<Tables>,
  of?: readonly number[],
): Promise<number[]> {
  const among = of === undefined ? '' : ' where sequence in (select value from json_each(?))';
  const values = of === undefined ? [] : [JSON.stringify(of)];
  const text = `select sequence from words_due${among}`;
  const rows = await inTurn(queries, (direct) => direct.rows<{ sequence: number }>(text, values));
  return rows.map(({ sequence }) => sequence);
}

export function createWordsWriter(queries: Kysely<Tables>, database: Database): WriteDueWords {
  return async ({ largeToo, patient }) => {
    if (!(await hasDueWords(queries))) return false;
    return inTurn(queries, (direct) => {
      const write = () => direct.transact(() => writeStroke(direct, largeToo));
      try {
        return patient ? write() : withoutWaiting(database, write);
      } catch (error) {
        throw toStoreError(error);
      }
    });
  };
}

/** Nothing of the application goes on while a connection waits for another program. */
export function withoutWaiting<Value>(database: Database, work: () => Value): Value {
  const waitMs = Number(database.pragma('busy_timeout', { simple: true }));
  database.pragma('busy_timeout = 0');
  try {
    return work();
  } finally {
    database.pragma(`busy_timeout = ${waitMs}`);
  }
}

/**
 * At each kind of place, in the order of `words_due.places`; first all that goes, then all that
 * comes, both in the order of the index.
 */
const bits = kinds.map((kind, index) => ({ kind, bit: 2 ** index }));
const chosen = 'submissions.sequence in (select value from json_each(?))';
const statements = searchTables.flatMap((table) => [
  ...bits.map(({ kind, bit }) => ({ bit, text: removeWords(table, kind, chosen) })),
  ...bits.map(({ kind, bit }) => ({ bit, text: `${addWords(table, kind, chosen)} order by 1` })),
]);

interface Due {
  readonly sequence: number;
  readonly records: number;
  /** A bit for each kind of place. */
  readonly places: number;
}

function writeStroke(direct: Direct, largeToo: boolean): boolean {
  const due = readStroke(direct, largeToo);
  const [first] = due;
  if (!first) return false;
  const [place] = bits.filter(({ bit }) => (first.places & bit) !== 0);
  if (first.records > mostAtOneStroke.records && place && place.bit !== first.places) {
    writeWords(direct, [{ ...first, places: place.bit }]);
    direct.run('update words_due set places = places - ? where sequence = ?', [
      place.bit,
      first.sequence,
    ]);
  } else {
    writeWords(direct, due);
    direct.run('delete from words_due where sequence in (select value from json_each(?))', [
      listOf(due),
    ]);
  }
  return true;
}

const listOf = (due: readonly Due[]): string => JSON.stringify(due.map(({ sequence }) => sequence));

function writeWords(direct: Direct, due: readonly Due[]): void {
  const lists = new Map(
    bits.map(({ bit }) => [bit, listOf(due.filter(({ places }) => (places & bit) !== 0))]),
  );
  for (const { bit, text } of statements) {
    const list = lists.get(bit);
    if (list !== undefined && list !== '[]') direct.run(text, [list]);
  }
}

const stroke = `
  select json_group_array(json_object('sequence', sequence, 'records', records, 'places', places)) from (
    select words_due.sequence, coalesce(record_count, 0) as records, places
    from words_due left join submissions on submissions.sequence = words_due.sequence
    where coalesce(record_count, 0) <= ? order by words_due.sequence limit ${mostAtOneStroke.submissions})`;
const dueSchema = z.array(
  z.object({ sequence: z.number(), records: z.number(), places: z.number() }),
);

/** What comes first, as many as go together. */
function readStroke(direct: Direct, largeToo: boolean): readonly Due[] {
  const most = largeToo ? Number.MAX_SAFE_INTEGER : mostAtOneStroke.records;
  const [list] = direct.first(stroke, [most]) ?? [];
  const due = dueSchema.parse(JSON.parse(z.string().parse(list)));
  let records = 0;
  const taken = due.findIndex((each, index) => {
    records += each.records;
    return index > 0 && records > mostAtOneStroke.records;
  });
  return taken < 0 ? due : due.slice(0, taken);
}
