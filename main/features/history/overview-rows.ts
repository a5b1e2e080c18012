import { sql } from 'kysely';
import type { SubmissionState } from '../../../contract/submission.ts';
import type { ConnectionId } from '../../platform/db/connection-id.ts';
import type { Queries } from '../../platform/db/tables.ts';
import { isWithErrors } from '../submissions/public.ts';

/** Files by month and state, from `since` (`2025-12`) on. */
export async function readMonths(
  queries: Queries,
  environment: ConnectionId,
  since: string,
): Promise<{ month: string; state: SubmissionState; files: number }[]> {
  return queries
    .selectFrom('submission_totals')
    .select(['month', 'state', (build) => build.fn.sum<number>('files').as('files')])
    .where('environment', '=', environment)
    .where('month', '>=', since)
    .groupBy(['month', 'state'])
    .execute();
}

/** Files by month of which every record was stored, some with errors. */
export async function readWithErrors(
  queries: Queries,
  environment: ConnectionId,
  since: string,
): Promise<{ month: string; files: number }[]> {
  return queries
    .selectFrom('submissions as submission')
    .select(['month', (build) => build.fn.countAll<number>().as('files')])
    .where('state', '=', 'partially_accepted')
    .where('environment', '=', environment)
    .where('month', '>=', since)
    .where(sql<boolean>`${isWithErrors}`)
    .groupBy('month')
    .execute();
}

/** Companies with an authorization in one state: their number, and the first of them by name. */
export async function readAuthorizations(
  queries: Queries,
  environment: ConnectionId,
  state: 'pending_validation' | 'rejected',
  limit: number,
) {
  const own = queries
    .selectFrom('companies')
    .where('environment', '=', environment)
    .where('authorization', '=', state)
    .where('archived_at', 'is', null);
  const { count } = await own
    .select((build) => build.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const first = await own
    .select(['id as companyId', 'full_name as fullName'])
    .orderBy(sql`name_order(full_name)`)
    .limit(limit)
    .execute();
  return { count, first: first.map((company) => ({ ...company, state })) };
}
