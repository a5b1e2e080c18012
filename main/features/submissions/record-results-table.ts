import type { Kysely } from 'kysely';
import type { RecordState } from '../../../contract/submission.ts';
import type { Direct } from '../../platform/db/direct.ts';
import { evidenceColumns } from '../../platform/db/evidence.ts';
import { linkEvidence } from '../../platform/db/evidence-links.ts';
import type { RecordResultsTable, Tables } from '../../platform/db/tables.ts';

const insertRecord = `
  insert into record_results (submission_id, ${evidenceColumns.records.join(', ')})
  values (?, ${evidenceColumns.records.map(() => '?').join(', ')})`;

/**
 * In a transaction. Writes all record results of one submission, in the order of their positions,
 * with their link of the chain.
 */
export function insertRecordResults(direct: Direct, rows: readonly RecordResultsTable[]): void {
  const [first] = rows;
  if (!first) return;
  const submissionId = first.submission_id;
  const values = rows.map((row) => evidenceColumns.records.map((column) => row[column]));
  for (const each of values) direct.run(insertRecord, [submissionId, ...each]);
  linkEvidence(direct, {
    kind: 'records',
    subjectId: submissionId,
    key: first.position,
    rows: values,
  });
}

export async function listRecordResults(
  queries: Kysely<Tables>,
  submissionId: string,
  page: { states: readonly RecordState[] | undefined; offset: number; limit: number },
): Promise<{ rows: readonly RecordResultsTable[]; total: number }> {
  let query = queries.selectFrom('record_results').where('submission_id', '=', submissionId);
  if (page.states?.length) query = query.where('state', 'in', [...page.states]);
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
