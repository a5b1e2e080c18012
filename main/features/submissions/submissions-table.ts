import { sql } from 'kysely';
import type { SubmissionState } from '../../../contract/submission.ts';
import type { ConnectionId } from '../../platform/db/connection-id.ts';
import { linkAsItStands } from '../../platform/db/evidence-links.ts';
import { listed } from '../../platform/db/listed.ts';
import type { Queries, SubmissionsTable, Transaction } from '../../platform/db/tables.ts';
import { monthOf } from '../../platform/filing-period.ts';
import { writeWords } from './submission-words-table.ts';

/** The columns about the document and whose it is: the same when it is sent again. */
const documentColumns = [
  'worklist_file_id',
  'sha256',
  'file_name',
  'model',
  'operation',
  'expense_type',
  'fiscal_year',
  'tax_id',
  'taxpayer_name',
  'company_id',
  'company_name',
  'record_count',
  'amount',
  'base',
  'vat',
  'deductible_vat',
  'schema_id',
  'period',
] as const;
type DocumentColumns = Pick<SubmissionsTable, (typeof documentColumns)[number]>;

export function toDocumentColumns(row: SubmissionsTable): DocumentColumns {
  return Object.fromEntries(documentColumns.map((name) => [name, row[name]])) as DocumentColumns;
}

type NewSubmission = DocumentColumns &
  Pick<
    SubmissionsTable,
    'id' | 'previous_id' | 'state' | 'environment' | 'base_url' | 'created_at'
  > & {
    /** Absent: at the end of the queue. */
    readonly queue_order?: number;
    readonly batch_id?: string | null;
  };

/** Adds a submission at the end of the history; returns its sequence. */
export async function insertSubmission(
  transaction: Transaction,
  row: NewSubmission,
): Promise<number> {
  const next = sql<number>`(select coalesce(max(sequence), 0) + 1 from submissions)`;
  const counters = { correct_count: 0, accepted_with_errors_count: 0, incorrect_count: 0 };
  const { sequence } = await transaction
    .insertInto('submissions')
    .values({
      queue_order: next,
      ...row,
      ...counters,
      month: monthOf(new Date(row.created_at)),
      sequence: next,
      attempts: 0,
      records_indexed: 0,
    })
    .returning('sequence')
    .executeTakeFirstOrThrow();
  await linkAsItStands(transaction, 'submission', row.id);
  await writeWords(transaction, row.id);
  return sequence;
}

export function findSubmission(
  queries: Queries,
  id: string,
): Promise<SubmissionsTable | undefined> {
  return queries.selectFrom('submissions').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Those of them that exist, in no order. */
export async function findSubmissions(
  queries: Queries,
  ids: readonly string[],
): Promise<SubmissionsTable[]> {
  return queries.selectFrom('submissions').selectAll().where('id', 'in', listed(ids)).execute();
}

/**
 * Moves a submission from one state to another in one statement; false when it was no longer in
 * `from`, and then nothing has changed. No other function changes a state or another column of
 * evidence (`evidenceColumns`): the chain gets its link here.
 */
export async function moveSubmission(
  transaction: Transaction,
  id: string,
  from: SubmissionState,
  change: Partial<SubmissionsTable> & { state: SubmissionState },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('submissions')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  await linkAsItStands(transaction, 'submission', id);
  return true;
}

/** Dismisses a submission (an instant), or reopens it (null); false when nothing has changed. */
export async function setDismissed(
  transaction: Transaction,
  { id, states, at }: { id: string; states: readonly SubmissionState[]; at: string | null },
): Promise<boolean> {
  const result = await transaction
    .updateTable('submissions')
    .set({ dismissed_at: at })
    .where('id', '=', id)
    .where('state', 'in', states)
    .where('dismissed_at', at === null ? 'is not' : 'is', null)
    .executeTakeFirst();
  if (result.numUpdatedRows !== 1n) return false;
  await linkAsItStands(transaction, 'submission', id);
  return true;
}

/** Submissions in a state, in the order of their arrival. */
export async function listInState(
  queries: Queries,
  state: SubmissionState,
): Promise<SubmissionsTable[]> {
  return queries
    .selectFrom('submissions')
    .selectAll()
    .where('state', '=', state)
    .orderBy('sequence')
    .execute();
}

/** States of a submission that the ledger has recorded, may have, or may still record. */
export const maybeRecorded: readonly SubmissionState[] = [
  ...(['queued', 'sending', 'accepted', 'partially_accepted', 'unknown'] as const),
];

/** The newest submission of the same document to the same service that may be recorded. */
export async function findEarlierOf(
  queries: Queries,
  document: { sha256: string; environment: ConnectionId },
): Promise<SubmissionsTable | undefined> {
  return queries
    .selectFrom('submissions')
    .selectAll()
    .where('sha256', '=', document.sha256)
    .where('environment', '=', document.environment)
    .where('state', 'in', maybeRecorded)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** From the counts that triggers keep: the history itself is not read. */
export async function countByState(
  queries: Queries,
): Promise<ReadonlyMap<SubmissionState, number>> {
  const rows = await queries
    .selectFrom('submission_totals')
    .select(['state', (build) => build.fn.sum<number>('files').as('n')])
    .groupBy('state')
    .execute();
  return new Map(rows.map((row) => [row.state, row.n]));
}

/** Those that the service is asked about automatically, the next one first. */
export async function listAskedAbout(
  queries: Queries,
  environment: ConnectionId,
): Promise<SubmissionsTable[]> {
  return queries
    .selectFrom('submissions')
    .selectAll()
    .where('state', '=', 'unknown')
    .where('answer_code', '=', 'answer_queued')
    .where('environment', '=', environment)
    .where('next_attempt_at', 'is not', null)
    .orderBy('next_attempt_at')
    .execute();
}

/** Sets when it is asked about next; false when it no longer waits for an answer. */
export async function noteAsking(
  transaction: Transaction,
  id: string,
  next: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('submissions')
    .set({ next_attempt_at: next })
    .where('id', '=', id)
    .where('state', '=', 'unknown')
    .where('answer_code', '=', 'answer_queued')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
