import { type Kysely, sql } from 'kysely';
import type { SubmissionsTable, Tables } from '../../platform/db/tables.ts';

/** The submissions made from a submission, alone or with others, or repeating it, oldest first. */
export async function listFollowing(
  queries: Kysely<Tables>,
  id: string,
): Promise<SubmissionsTable[]> {
  return queries
    .selectFrom('submissions')
    .selectAll()
    .where(
      sql<boolean>`(previous_id = ${id} or worklist_file_id in (
        select file_id from joined_sources where submission_id = ${id}))`,
    )
    .orderBy('sequence')
    .execute();
}
