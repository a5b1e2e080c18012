import { type Kysely, sql } from 'kysely';
import type { RecordResult, RecordState } from '../../../contract/submission.ts';
import type { SubmissionsTable, Tables } from '../../platform/db/tables.ts';

/** The result of a record of the file. */
export interface ToldRecord {
  readonly record: number;
  readonly state: RecordState;
  /** The ledger's code, where the answer told one. */
  readonly code?: string | null;
}

/** The known results of the records of a submission's file. */
export async function listRecordStates(
  queries: Kysely<Tables>,
  submissionId: string,
): Promise<ToldRecord[]> {
  const rows = await queries
    .selectFrom('record_results')
    .select(['record', 'state', 'code'])
    .where('submission_id', '=', submissionId)
    .where('record', 'is not', null)
    .orderBy('position')
    .execute();
  return rows.flatMap(({ record, state, code }) =>
    record === null ? [] : [{ record, state, code }],
  );
}

/** The result of one record in the answer; null when the answer does not name it. */
export async function findRecordResult(
  queries: Kysely<Tables>,
  submissionId: string,
  record: number,
): Promise<Pick<RecordResult, 'state' | 'code' | 'messageEs' | 'messageEu'> | null> {
  const found = await queries
    .selectFrom('record_results')
    .select(['state', 'code', 'message_es as messageEs', 'message_eu as messageEu'])
    .where('submission_id', '=', submissionId)
    .where('record', '=', record)
    .executeTakeFirst();
  return found ?? null;
}

/** A record of a submission that a later submission contains, and the last operation on it. */
export interface LaterStep {
  readonly record: number;
  readonly operation: SubmissionsTable['operation'];
  /** The later submission, and the record's position in it. */
  readonly submissionId: string;
  readonly file: string;
  readonly laterRecord: number;
}

/**
 * The records of a submission (its sequence), or some of them, that a later one entered, changed or
 * cancelled according to its answer. One index look-up for each record.
 */
export async function listLaterSteps(
  queries: Kysely<Tables>,
  sequence: number,
  records?: readonly number[],
): Promise<readonly LaterStep[]> {
  const wanted =
    records === undefined
      ? sql`true`
      : sql`mine.record in (select value from json_each(${JSON.stringify(records)}))`;
  const { rows } = await sql<LaterStep>`
    select mine.record, later.operation, later.id as submissionId, later.file_name as file,
      again.record as laterRecord,
      max(later.sequence)
    from submission_records as mine
    cross join submission_records as again on again.identity = mine.identity and again.submission > mine.submission
    cross join submissions as later on later.sequence = again.submission
    where mine.submission = ${sequence} and ${wanted} and later.state in ('accepted', 'partially_accepted')
      and not exists (
        select 1 from record_results as result
        where result.submission_id = later.id and result.position = again.record
          and result.state in ('incorrect', 'not_told'))
    group by mine.record`.execute(queries);
  return rows;
}
