import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/db/tables.ts';

/** How many submissions were checked against each schema. */
export async function countBySchema(queries: Kysely<Tables>): Promise<ReadonlyMap<string, number>> {
  const rows = await queries
    .selectFrom('submissions')
    .select(['schema_id', (build) => build.fn.countAll<number>().as('n')])
    .groupBy('schema_id')
    .execute();
  return new Map(rows.map((row) => [row.schema_id, row.n]));
}
