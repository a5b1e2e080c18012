import type { Kysely } from 'kysely';
import type { RecordState } from '../../contract/submission.ts';
import { directIn } from './direct.ts';
import { evidenceColumns } from './evidence.ts';
import { inTransaction, linkEvidence } from './evidence-links.ts';
import { recordWords } from './migrations/015-words-by-place.ts';
import type { RecordResultsTable, Tables } from './tables.ts';

const insertRecord = `
  insert into record_results (submission_id, ${evidenceColumns.records.join(', ')})
  values (?, ${evidenceColumns.records.map(() => '?').join(', ')})`;
/** Writes all record results of one submission, in the order of their positions, with their words and their link of the chain. */
export async function insertRecordResults(
  queries: Kysely<Tables>,
  rows: readonly RecordResultsTable[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const submissionId = first.submission_id;
  await inTransaction(queries, async (transaction) => {
    const direct = directIn(transaction);
    const values = rows.map((row) => evidenceColumns.records.map((column) => row[column]));
    for (const each of values) direct.run(insertRecord, [submissionId, ...each]);
    const [marks, ...numbers] = direct.first(recordWords.find, [submissionId]) ?? [];
    const words = `${wordsOf(rows)}${marks}`;
    for (const number of numbers) if (number !== null) direct.run(recordWords.add, [number, words]);
    linkEvidence(transaction, { kind: 'records', submissionId, key: first.position, rows: values });
  });
}

/** Blanks, and what ASCII has between words. */
const separators = /[\s!-/:-@[-`{-~]+/;

/** What a person looks for a record by; each word once, however many records share it. Other separators the index knows by itself. */
function wordsOf(rows: readonly RecordResultsTable[]): string {
  const words = new Set<string>();
  for (const { series, number, issuer, counterparty } of rows) {
    for (const text of [series, number, issuer, counterparty]) {
      for (const word of text?.split(separators) ?? []) words.add(word);
    }
  }
  return [...words].join(' ');
}

export async function listRecordResults(
  queries: Kysely<Tables>,
  submissionId: string,
  page: { states: readonly RecordState[] | undefined; offset: number; limit: number },
): Promise<{ rows: readonly RecordResultsTable[]; total: number }> {
  let query = queries.selectFrom('record_results').where('submission_id', '=', submissionId);
  if (page.states?.length) query = query.where('state', 'in', [...page.states]);
  const rows = await query.selectAll().orderBy('position').limit(page.limit).offset(page.offset).execute();
  const count = await query.select((build) => build.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  return { rows, total: count.n };
}
