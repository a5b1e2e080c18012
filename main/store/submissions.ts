import { type Kysely, sql } from 'kysely';
import type { SubmissionFilter, SubmissionState } from '../../contract/submission.ts';
import type { ServiceEnvironment, SubmissionsTable, Tables } from './tables.ts';

type NewSubmission = Omit<
  SubmissionsTable,
  | 'sequence'
  | 'sent_at'
  | 'finished_at'
  | 'identifier'
  | 'registration_number'
  | 'answer_code'
  | 'answer_message'
  | 'correct_count'
  | 'accepted_with_errors_count'
  | 'incorrect_count'
>;

export async function insertSubmission(queries: Kysely<Tables>, row: NewSubmission): Promise<void> {
  await queries
    .insertInto('submissions')
    .values({
      ...row,
      sequence: sql<number>`(select coalesce(max(sequence), 0) + 1 from submissions)`,
      correct_count: 0,
      accepted_with_errors_count: 0,
      incorrect_count: 0,
    })
    .execute();
}

export async function findSubmission(
  queries: Kysely<Tables>,
  id: string,
): Promise<SubmissionsTable | undefined> {
  return queries.selectFrom('submissions').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Moves a submission from one state to another in one statement; false when it was no longer in `from`, and then nothing has changed. This is the
 * only way a state changes.
 */
export async function moveSubmission(
  queries: Kysely<Tables>,
  id: string,
  from: SubmissionState,
  change: Partial<SubmissionsTable> & { state: SubmissionState },
): Promise<boolean> {
  const result = await queries
    .updateTable('submissions')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** The queue in order of arrival. */
export async function listQueued(queries: Kysely<Tables>): Promise<SubmissionsTable[]> {
  return queries
    .selectFrom('submissions')
    .selectAll()
    .where('state', '=', 'queued')
    .orderBy('sequence')
    .execute();
}

export async function listInState(
  queries: Kysely<Tables>,
  state: SubmissionState,
): Promise<SubmissionsTable[]> {
  return queries
    .selectFrom('submissions')
    .selectAll()
    .where('state', '=', state)
    .orderBy('sequence')
    .execute();
}

/** Earlier submissions of the same document to the same service that did, or may have, got there or are on their way. */
export async function findEarlierOf(
  queries: Kysely<Tables>,
  document: { sha256: string; environment: ServiceEnvironment },
): Promise<SubmissionsTable | undefined> {
  return queries
    .selectFrom('submissions')
    .selectAll()
    .where('sha256', '=', document.sha256)
    .where('environment', '=', document.environment)
    .where('state', 'in', ['queued', 'sending', 'accepted', 'partially_accepted', 'unknown'])
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function countByState(queries: Kysely<Tables>): Promise<ReadonlyMap<SubmissionState, number>> {
  const rows = await queries
    .selectFrom('submissions')
    .select(['state', (build) => build.fn.countAll<number>().as('n')])
    .groupBy('state')
    .execute();
  return new Map(rows.map((row) => [row.state, row.n]));
}

export interface SubmissionPage {
  readonly rows: readonly SubmissionsTable[];
  readonly total: number;
}

/** Newest first; `before` is the sequence number of the last row of the page before. */
export async function listSubmissions(
  queries: Kysely<Tables>,
  filter: SubmissionFilter,
  page: { before: number | null; limit: number },
): Promise<SubmissionPage> {
  const filtered = withFilter(queries, filter);
  let rows = filtered.selectAll().orderBy('sequence', 'desc').limit(page.limit);
  if (page.before !== null) rows = rows.where('sequence', '<', page.before);
  const count = filtered.select((build) => build.fn.countAll<number>().as('n'));
  return { rows: await rows.execute(), total: (await count.executeTakeFirstOrThrow()).n };
}

function withFilter(queries: Kysely<Tables>, filter: SubmissionFilter) {
  let query = queries.selectFrom('submissions');
  if (filter.companyId) query = query.where('company_id', '=', filter.companyId);
  if (filter.states?.length) query = query.where('state', 'in', filter.states);
  if (filter.model) query = query.where('model', '=', filter.model);
  if (filter.operation) query = query.where('operation', '=', filter.operation);
  if (filter.expenseType) query = query.where('expense_type', '=', filter.expenseType);
  if (filter.from) query = query.where('created_at', '>=', filter.from);
  if (filter.to) query = query.where('created_at', '<=', filter.to);
  const text = filter.text?.trim();
  if (text) {
    const pattern = `%${text.replaceAll(/[\\%_]/g, (mark) => `\\${mark}`)}%`;
    const columns = [
      'file_name',
      'company_name',
      'tax_id',
      'identifier',
      'registration_number',
      'sha256',
    ] as const;
    query = query.where((where) =>
      where.or(columns.map((column) => sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`)),
    );
  }
  return query;
}
