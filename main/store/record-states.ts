import type { Kysely } from 'kysely';
import type { RecordState } from '../../contract/submission.ts';
import type { Tables } from './tables.ts';

/** What was said of a record of the file. */
export interface ToldRecord {
  readonly record: number;
  readonly state: RecordState;
}

/** What was said of each record of a submission's file, as far as anything was. */
export async function listRecordStates(queries: Kysely<Tables>, submissionId: string): Promise<ToldRecord[]> {
  const rows = await queries
    .selectFrom('record_results')
    .select(['record', 'state'])
    .where('submission_id', '=', submissionId)
    .where('record', 'is not', null)
    .orderBy('position')
    .execute();
  return rows.flatMap(({ record, state }) => (record === null ? [] : [{ record, state }]));
}
