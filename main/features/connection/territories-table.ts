import type { Territory } from '../../../contract/company.ts';
import type { License } from '../../../contract/connection.ts';
import type { ConnectionId } from '../../platform/db/connection-id.ts';
import type { Queries } from '../../platform/db/tables.ts';

/** The territories of the service's last answer, and its time (null: another profile asked). */
export async function listTerritories(
  queries: Queries,
  environment: ConnectionId,
): Promise<{ territories: Territory[]; fetchedAt: string | null }> {
  const rows = await queries
    .selectFrom('territories')
    .select(['id', 'name', 'fetched_at'])
    .where('environment', '=', environment)
    .orderBy('position')
    .execute();
  const territories = rows.map(({ id, name }) => ({ id, name }));
  return { territories, fetchedAt: rows[0]?.fetched_at ?? null };
}

/** Stores the territories. A trigger copies their names to the companies. */
export async function replaceTerritories(
  queries: Queries,
  environment: ConnectionId,
  territories: readonly Territory[],
  at: string,
): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('territories').where('environment', '=', environment).execute();
    for (const [position, { id, name }] of territories.entries()) {
      await transaction
        .insertInto('territories')
        .values({ environment, id, name, position, fetched_at: at })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  });
}

/** Another profile may use other names, so the territories are requested again. */
export async function expireTerritories(
  queries: Queries,
  environment: ConnectionId,
): Promise<void> {
  await queries
    .updateTable('territories')
    .set({ fetched_at: null })
    .where('environment', '=', environment)
    .execute();
}

/** The license data of the service's last answer, and its time. */
export async function findLicense(
  queries: Queries,
  environment: ConnectionId,
): Promise<{ license: License; fetchedAt: string } | null> {
  const row = await queries
    .selectFrom('licenses')
    .selectAll()
    .where('environment', '=', environment)
    .executeTakeFirst();
  if (!row) return null;
  const { developer, software, version, license, fetched_at } = row;
  return { license: { developer, software, version, license }, fetchedAt: fetched_at };
}

export async function keepLicense(
  queries: Queries,
  environment: ConnectionId,
  license: License,
  at: string,
): Promise<void> {
  await queries
    .replaceInto('licenses')
    .values({ environment, ...license, fetched_at: at })
    .execute();
}
