import type { ConnectionId } from '../../platform/db/connection-id.ts';
import type { Queries } from '../../platform/db/tables.ts';

/** Whether a company or a submission belongs to a connection. */
export async function isConnectionUsed(queries: Queries, id: ConnectionId): Promise<boolean> {
  for (const table of ['companies', 'submissions'] as const) {
    const row = await queries
      .selectFrom(table)
      .select('environment')
      .where('environment', '=', id)
      .limit(1)
      .executeTakeFirst();
    if (row) return true;
  }
  return false;
}

/** Deletes what the service of a connection said of itself. */
export async function forgetService(queries: Queries, id: ConnectionId): Promise<void> {
  for (const table of ['territories', 'licenses', 'service_answers'] as const)
    await queries.deleteFrom(table).where('environment', '=', id).execute();
}
