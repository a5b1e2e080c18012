import { sql } from 'kysely';
import type { CompanyJobItemsTable, CompanyJobsTable } from '../../platform/db/company-tables.ts';
import type { ConnectionId } from '../../platform/db/connection-id.ts';
import type { Queries } from '../../platform/db/tables.ts';

/** How many rows of a job are in each state. */
type JobCounts = Readonly<Record<CompanyJobItemsTable['state'], number>>;

/** Writes a job with its rows. The unique index refuses a second open job. */
export async function insertJob(
  queries: Queries,
  job: CompanyJobsTable,
  companyIds: readonly string[],
): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    await transaction.insertInto('company_jobs').values(job).execute();
    await sql`
      insert into company_job_items (job_id, position, company_id, state)
      select ${job.id}, key + 1, value, 'waiting' from json_each(${JSON.stringify(companyIds)})
    `.execute(transaction);
  });
}

export async function findJob(queries: Queries, id: string): Promise<CompanyJobsTable | undefined> {
  return queries.selectFrom('company_jobs').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findNewestJob(
  queries: Queries,
  environment: ConnectionId,
): Promise<CompanyJobsTable | undefined> {
  return queries
    .selectFrom('company_jobs')
    .selectAll()
    .where('environment', '=', environment)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

/** Moves a job from one of these states. Returns false when it is in none of them. */
export async function moveJob(
  queries: Queries,
  id: string,
  from: readonly CompanyJobsTable['state'][],
  change: Partial<CompanyJobsTable> & { state: CompanyJobsTable['state'] },
): Promise<boolean> {
  const result = await queries
    .updateTable('company_jobs')
    .set(change)
    .where('id', '=', id)
    .where('state', 'in', [...from])
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Pauses the jobs that a former process did not end. A person may resume them. The company that
 * was being created is no longer waiting: nobody knows whether it was.
 */
export async function pauseInterruptedJobs(queries: Queries, reason: string): Promise<void> {
  await queries
    .updateTable('company_job_items')
    .set({ state: 'unknown', error: reason })
    .where('state', '=', 'waiting')
    .where('job_id', 'in', (from) =>
      from.selectFrom('company_jobs').select('id').where('state', 'in', ['running', 'paused']),
    )
    .where('company_id', 'in', (from) =>
      from.selectFrom('companies').select('id').where('state', '=', 'creation_unknown'),
    )
    .execute();
  await queries
    .updateTable('company_jobs')
    .set({ state: 'paused', reason })
    .where('state', '=', 'running')
    .execute();
}

export async function countItems(queries: Queries, jobId: string): Promise<JobCounts> {
  const rows = await queries
    .selectFrom('company_job_items')
    .select(['state', (build) => build.fn.countAll<number>().as('n')])
    .where('job_id', '=', jobId)
    .groupBy('state')
    .execute();
  return toCounts(rows);
}

function toCounts(rows: readonly { state: keyof JobCounts; n: number }[]): JobCounts {
  const none = { waiting: 0, created: 0, failed: 0, unknown: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ state, n }) => [state, n])) };
}

export async function findNextItem(
  queries: Queries,
  jobId: string,
): Promise<CompanyJobItemsTable | undefined> {
  return queries
    .selectFrom('company_job_items')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('state', '=', 'waiting')
    .orderBy('position')
    .executeTakeFirst();
}

export async function settleItem(
  queries: Queries,
  item: CompanyJobItemsTable,
  end: Pick<CompanyJobItemsTable, 'state' | 'error'>,
): Promise<void> {
  await queries
    .updateTable('company_job_items')
    .set(end)
    .where('job_id', '=', item.job_id)
    .where('position', '=', item.position)
    .execute();
}

/**
 * The rows that did not succeed and whose company is still not registered or has no key. A person
 * who turns an unknown one back into a draft has settled it.
 */
function standing(queries: Queries, jobId: string) {
  return queries
    .selectFrom('company_job_items as item')
    .innerJoin('companies as company', 'company.id', 'item.company_id')
    .where('item.job_id', '=', jobId)
    .where('item.state', 'in', ['failed', 'unknown'])
    .where((where) =>
      where.or([where('company.state', '!=', 'registered'), where('company.key_stored', '=', 0)]),
    )
    .where((where) =>
      where.or([where('item.state', '=', 'failed'), where('company.state', '!=', 'draft')]),
    );
}

/** The number of rows that still have not succeeded, by state. */
export async function countFailures(
  queries: Queries,
  jobId: string,
): Promise<{ readonly failed: number; readonly unknown: number }> {
  const rows = await standing(queries, jobId)
    .select(['item.state', (build) => build.fn.countAll<number>().as('n')])
    .groupBy('item.state')
    .execute();
  const { failed, unknown } = toCounts(rows);
  return { failed, unknown };
}

/** A page of the rows that still have not succeeded, in the job's order. */
export async function listFailures(
  queries: Queries,
  jobId: string,
  page: { offset: number; limit: number },
) {
  return standing(queries, jobId)
    .select(['item.company_id', 'item.state', 'item.error', 'company.full_name', 'company.tax_id'])
    .orderBy('item.position')
    .offset(page.offset)
    .limit(page.limit)
    .execute();
}
