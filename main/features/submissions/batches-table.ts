import { type RawBuilder, sql } from 'kysely';
import { definiteRefusals } from '../../../contract/answer.ts';
import { listed } from '../../platform/db/listed.ts';
import type { BatchesTable, Queries, SubmissionsTable } from '../../platform/db/tables.ts';
import { withErrorsSql } from './shown-state-sql.ts';
import { waitingRows } from './waiting-rows.ts';

export type BatchRow = Omit<BatchesTable, 'sequence'> & { readonly sequence: number };

/**
 * Files of a company in a state, of one batch. A submission that was repeated within its batch is
 * left out.
 */
export interface BatchSums
  extends Pick<
    SubmissionsTable,
    'company_id' | 'company_name' | 'tax_id' | 'state' | 'finished_at'
  > {
  readonly batch_id: string;
  readonly held: 0 | 1;
  readonly with_errors: 0 | 1;
  readonly queued_there: 0 | 1;
  /** Of its files, those that may be sent again. */
  readonly retryable: number;
  readonly files: number;
  readonly records: number;
  readonly accepted_records: number;
  readonly incorrect_records: number;
  readonly cents: number;
}

/**
 * The same document was sent again within the batch: the later one counts. The index is named:
 * without statistics SQLite takes the batch's, and looks through the batch for each of its files.
 */
const isRepeated = sql<boolean>`exists (
  select 1 from submissions as again indexed by submissions_previous
  where again.previous_id = submission.id and again.batch_id = submission.batch_id and again.sha256 = submission.sha256)`;

export async function insertBatch(
  queries: Queries,
  batch: Omit<BatchRow, 'sequence'>,
): Promise<void> {
  await queries.insertInto('batches').values(batch).execute();
}

export async function findBatch(queries: Queries, id: string): Promise<BatchRow | undefined> {
  return queries.selectFrom('batches').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Newest first; `before` is the sequence of the last one of the page before. */
export async function listBatches(
  queries: Queries,
  page: { readonly before: number | null; readonly limit: number },
): Promise<BatchRow[]> {
  let query = queries.selectFrom('batches').selectAll();
  if (page.before !== null) query = query.where('sequence', '<', page.before);
  return query.orderBy('sequence', 'desc').limit(page.limit).execute();
}

/** The sums of batches, by company and state; companies by name. */
export async function sumBatches(
  queries: Queries,
  ids: readonly string[],
): Promise<readonly BatchSums[]> {
  const { rows } = await sql<BatchSums>`
    select batch_id, company_id, max(company_name) as company_name, max(tax_id) as tax_id, state,
      held_by is not null and state = 'queued' as held, ${isWithErrors} as with_errors,
      state = 'unknown' and answer_code is 'answer_queued' as queued_there, count(*) as files, sum(record_count) as records,
      sum(${acceptedRecords}) as accepted_records, sum(${refusedRecords}) as incorrect_records,
      sum(${isRetryable}) as retryable,
      sum(cast(replace(coalesce(amount, '0'), '.', '') as integer)) as cents, max(finished_at) as finished_at
    from submissions as submission
    where batch_id in ${listed(ids)} and not ${isRepeated}
    group by batch_id, company_id, state, held, with_errors, queued_there
    order by name_order(max(company_name)), company_id`.execute(queries);
  return rows;
}

export const isWithErrors: RawBuilder<0 | 1> = sql.raw(withErrorsSql('submission'));

/** Waits for a person, was not delivered, and may be accepted unchanged. */
const isRetryable: RawBuilder<0 | 1> = sql`state = 'failed'
  and coalesce(answer_code, '') not in (${sql.join(definiteRefusals)})
  and exists (select 1 from ${waitingRows} as waits where waits.sequence = submission.sequence)`;

/** All records of a file that was accepted whole, also where the answer named none. */
const acceptedRecords: RawBuilder<number> = sql`case state when 'accepted' then record_count
  when 'partially_accepted' then correct_count + accepted_with_errors_count else 0 end`;

/** A rejection refuses all records, also those that its answer leaves out. */
const refusedRecords: RawBuilder<number> = sql`case state when 'rejected' then record_count
  else incorrect_count end`;

/**
 * All submissions of a batch, repeated ones too, in order; of one company or of all, these by name.
 */
export async function listBatchSubmissions(
  queries: Queries,
  batchId: string,
  companyId: string | null,
): Promise<SubmissionsTable[]> {
  let query = queries.selectFrom('submissions').selectAll().where('batch_id', '=', batchId);
  if (companyId !== null) query = query.where('company_id', '=', companyId);
  return query
    .orderBy(sql`name_order(company_name)`)
    .orderBy('company_id')
    .orderBy('sequence')
    .execute();
}

/** Whether anything of a batch is being sent, or will be without a person. */
export async function isBatchMoving(queries: Queries, id: string): Promise<boolean> {
  // By state: nearly all of a batch is finished, so what is not is found at once.
  const { rows } = await sql`
    select 1 from submissions indexed by submissions_state
    where state in ('queued', 'sending') and (state = 'sending' or held_by is null) and batch_id = ${id}
    limit 1`.execute(queries);
  return rows.length > 0;
}
