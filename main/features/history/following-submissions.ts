import { sql } from 'kysely';
import type { Queries, SubmissionsTable } from '../../platform/db/tables.ts';

/**
 * The submissions made from a submission, alone or with others, and those of the same document
 * after it, oldest first.
 */
export async function listFollowing(queries: Queries, id: string): Promise<SubmissionsTable[]> {
  return queries
    .selectFrom('submissions')
    .selectAll()
    .where(
      sql<boolean>`(previous_id = ${id} or worklist_file_id in (
        select file_id from joined_sources where submission_id = ${id})
        or sequence in (
          select again.sequence from submissions as own join submissions as again
            on again.sha256 = own.sha256 and again.environment = own.environment
              and again.sequence > own.sequence
          where own.id = ${id}))`,
    )
    .orderBy('sequence')
    .execute();
}
