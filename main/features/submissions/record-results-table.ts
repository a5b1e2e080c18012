import { type RawBuilder, sql } from 'kysely';
import { foldText } from '../../../contract/fold-text.ts';
import type { RecordState } from '../../../contract/submission.ts';
import { evidenceColumns } from '../../platform/db/evidence.ts';
import { linkEvidence } from '../../platform/db/evidence-links.ts';
import type { Queries, RecordResultsTable, Transaction } from '../../platform/db/tables.ts';
import { portionsOf } from '../../platform/portions.ts';

/** Rows in one statement: with more of them, building it takes longer than writing it. */
const rowsPerStatement = 50;

/** Writes all record results of one submission, by position, with their link of the chain. */
export async function insertRecordResults(
  transaction: Transaction,
  results: readonly RecordResultsTable[],
): Promise<void> {
  const [first] = results;
  if (!first) return;
  for (const part of portionsOf(results, rowsPerStatement))
    await transaction.insertInto('record_results').values(part).execute();
  const { submission_id: subjectId, position: key } = first;
  const rows = results.map((row) => evidenceColumns.records.map((column) => row[column]));
  await linkEvidence(transaction, { kind: 'records', subjectId, key, rows });
}

/** Whether a record matches a word: in its number, its supplier's name or tax id, or its amount. */
function holds(word: string): RawBuilder<boolean> {
  // `1.234,5` as it is stored: `1234.5`.
  const amount = /^[\d.]+,\d*$/.test(word) ? word.replaceAll('.', '').replace(',', '.') : word;
  return sql`(instr(amount, ${amount}) > 0 or instr(fold_text(concat(series || '/', number, ' ',
    issuer, ' ', counterparty, ' ', epigraph, ' · ', concept, ' · ', line)), ${foldText(word)}) > 0)`;
}

export async function listRecordResults(
  queries: Queries,
  submissionId: string,
  page: {
    states?: readonly RecordState[] | undefined;
    text?: string | undefined;
    offset: number;
    limit: number;
  },
): Promise<{ rows: readonly RecordResultsTable[]; total: number }> {
  let query = queries.selectFrom('record_results').where('submission_id', '=', submissionId);
  if (page.states?.length) query = query.where('state', 'in', [...page.states]);
  for (const word of page.text?.split(/\s+/).filter(Boolean) ?? [])
    query = query.where(holds(word));
  const rows = await query
    .selectAll()
    .orderBy('position')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const count = await query
    .select((build) => build.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return { rows, total: count.n };
}
