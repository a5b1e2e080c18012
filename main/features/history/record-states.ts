import { sql } from 'kysely';
import type { RecordResult, RecordState } from '../../../contract/submission.ts';
import { listed } from '../../platform/db/listed.ts';
import type { Queries, SubmissionsTable } from '../../platform/db/tables.ts';
import { hasKept } from '../submissions/public.ts';

/** The result of a record of the file. */
export interface ToldRecord {
  readonly record: number;
  readonly state: RecordState;
  /** The ledger's code, where the answer told one. */
  readonly code?: string | null;
}

/** The known results of the records of a submission's file. */
export async function listRecordStates(
  queries: Queries,
  submissionId: string,
): Promise<ToldRecord[]> {
  return queries
    .selectFrom('record_results')
    .select(['record', 'state', 'code'])
    .where('submission_id', '=', submissionId)
    .where('record', 'is not', null)
    .orderBy('position')
    .$narrowType<{ record: number }>()
    .execute();
}

/** The result of one record in the answer; null when the answer does not name it. */
export async function findRecordResult(
  queries: Queries,
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
  queries: Queries,
  sequence: number,
  records?: readonly number[],
): Promise<readonly LaterStep[]> {
  const wanted = records === undefined ? sql`true` : sql`mine.record in ${listed(records)}`;
  const { rows } = await sql<LaterStep>`
    select mine.record, later.operation, later.id as submissionId, later.file_name as file,
      again.record as laterRecord,
      max(later.sequence)
    from submission_records as mine
    cross join submission_records as again on again.identity = mine.identity and again.submission > mine.submission
    cross join submissions as later on later.sequence = again.submission
    where mine.submission = ${sequence} and ${wanted} and later.state in ('accepted', 'partially_accepted')
      and ${sql.raw(hasKept('later', 'again'))}
    group by mine.record`.execute(queries);
  return rows;
}

/** How many records that a submission entered a later one changed or cancelled last. */
export type LaterChanges = Readonly<Record<'modified' | 'cancelled', number>>;

/** Looks for each record only where the taxpayer has a later change or cancellation at all. */
export async function countLaterChanges(
  queries: Queries,
  row: Pick<SubmissionsTable, 'id' | 'sequence' | 'tax_id' | 'environment'>,
): Promise<LaterChanges> {
  const { id, sequence, tax_id, environment } = row;
  const change = await queries
    .selectFrom('submissions')
    .select('sequence')
    .where('tax_id', '=', tax_id)
    .where('environment', '=', environment)
    .where('sequence', '>', sequence)
    .where('operation', '<>', 'creation')
    .where('state', 'in', ['accepted', 'partially_accepted'])
    .limit(1)
    .executeTakeFirst();
  const steps = change ? await listLaterSteps(queries, sequence) : [];
  const told = steps.length > 0 ? await listRecordStates(queries, id) : [];
  // A refused record came with another submission, whose receipt tells its changes.
  const refused = told.filter(({ state }) => state === 'incorrect' || state === 'not_told');
  const others = new Set(refused.map(({ record }) => record));
  const count = (operation: LaterStep['operation']) =>
    steps.filter((step) => step.operation === operation && !others.has(step.record)).length;
  return { modified: count('modification'), cancelled: count('cancellation') };
}

/** A submission that changes or cancels a record, with an outcome not known yet. */
type PendingChange = Pick<SubmissionsTable, 'id' | 'operation'> & { readonly file: string };

/** Changes and cancellations of a record that are being sent, the newest first. */
export async function listPendingChanges(
  queries: Queries,
  identity: string,
): Promise<readonly PendingChange[]> {
  const { rows } = await sql<PendingChange>`
    select later.id, later.file_name as file, later.operation
    from submission_records as entered
    cross join submissions as later on later.sequence = entered.submission
    where entered.identity = unhex(${identity}) and later.operation <> 'creation'
      and later.state in ('queued', 'sending', 'unknown')
    order by later.sequence desc`.execute(queries);
  return rows;
}
