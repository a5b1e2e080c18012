import type { Kysely } from 'kysely';
import { z } from 'zod';
import { type Direct, directIn, ownsFolder, readRows } from './direct.ts';
import { addWords, kinds, ofRecords, ofSubmissions, rowsAt } from './migrations/015-words-by-place.ts';
import type { Tables } from './tables.ts';

/** What is written at one stroke: some milliseconds. A submission with more records is a stroke of its own. */
const mostAtOneStroke = { submissions: 25, records: 300 };

/** Each value once, however many records share it: it is cut into words for each of the lengths of beginnings. */
const recordWordsOnce = `(select group_concat(word, ' ') from (${[
  'series',
  'number',
  'issuer',
  'counterparty',
]
  .map((column) => `select ${column} as word from record_results where submission_id = submissions.id`)
  .join(' union ')}))`;

const chosen = 'submissions.sequence in (select value from json_each(?))';

/** In the order of the index: first all that goes, then all that comes. */
const statements: readonly string[] = [ofSubmissions, { ...ofRecords, words: recordWordsOnce }].flatMap(
  (table) => [
    ...kinds.map(
      (kind) => `delete from ${table.name} where rowid in (${rowsAt(kind, chosen, { wherever: true })})`,
    ),
    ...kinds.map((kind) => `${addWords(table, kind, chosen)} order by 1`),
  ],
);

/** Writes words that are due, of some submissions; false when there were none, or another process does it. */
export async function writeDueWords(queries: Kysely<Tables>): Promise<boolean> {
  if (!ownsFolder(queries)) return false;
  const due = await readRows(queries, 'select 1 from words_due limit 1', []);
  if (due.length === 0) return false;
  await queries.transaction().execute(async (transaction) => writeSome(directIn(transaction)));
  return true;
}

function writeSome(direct: Direct): void {
  const sequences = JSON.stringify(readStroke(direct));
  for (const statement of statements) direct.run(statement, [sequences]);
  direct.run('delete from words_due where sequence in (select value from json_each(?))', [sequences]);
}

const stroke = `
  select json_group_array(json_array(sequence, records)) from (
    select words_due.sequence, coalesce(record_count, 0) as records
    from words_due left join submissions on submissions.sequence = words_due.sequence
    order by words_due.sequence limit ${mostAtOneStroke.submissions})`;
const dueSchema = z.array(z.tuple([z.number(), z.number()]));

function readStroke(direct: Direct): readonly number[] {
  const [list] = direct.first(stroke, []) ?? [];
  let records = 0;
  const sequences: number[] = [];
  for (const [sequence, count] of dueSchema.parse(JSON.parse(z.string().parse(list)))) {
    records += count;
    if (sequences.length > 0 && records > mostAtOneStroke.records) break;
    sequences.push(sequence);
  }
  return sequences;
}

/** Writes all words that are due, a few at a time, so that others get their turn between. */
export async function writeAllDueWords(queries: Kysely<Tables>): Promise<void> {
  while (await writeDueWords(queries)) await new Promise((resolve) => setImmediate(resolve));
}
