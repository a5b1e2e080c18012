import type { Kysely } from 'kysely';
import type { SubmissionsTable, Tables } from '../../platform/db/tables.ts';

/** The submissions made from a submission or repeating it, oldest first. */
export async function listFollowing(
  queries: Kysely<Tables>,
  id: string,
): Promise<SubmissionsTable[]> {
  return queries
    .selectFrom('submissions')
    .selectAll()
    .where('previous_id', '=', id)
    .orderBy('sequence')
    .execute();
}
