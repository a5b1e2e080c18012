import type { Territory } from '../../../contract/company.ts';
import type { License } from '../../../contract/connection.ts';
import { ZubiError } from '../../../contract/errors.ts';
import type { ConnectionId } from '../../platform/db/connection-id.ts';
import type { Core } from '../core.ts';
import type { ActiveConnection } from './connection.ts';
import { watchHealth } from './reachability.ts';
import { keepLicense, listTerritories, replaceTerritories } from './territories-table.ts';
import { isBizkaia } from './territory.ts';

const maxKeptMs = 7 * 24 * 60 * 60 * 1000;

/** Asks the service for its territories and stores them. `of` as `knownTerritories`. */
export async function fetchTerritories(core: Core, of?: ConnectionId): Promise<Territory[]> {
  const connection = await (of ? core.connection.activeFor(of) : core.connection.active());
  const { client, environment } = connection;
  using userKey = await core.connection.userKey();
  // Another connection may be in force by now: its key is not for this address.
  if (core.connection.configured().environment !== environment) return fetchTerritories(core, of);
  const territories = await watchHealth(connection, () => client.territories(userKey));
  const now = core.clock().toISOString();
  if (isStillAt(core, connection))
    await replaceTerritories(core.store.queries, environment, territories, now);
  return [...territories];
}

/**
 * The stored territories while they are fresh, otherwise the service's. When the service cannot be
 * asked, old ones are better than none. `of` is a connection; without it, the one in force.
 */
export async function knownTerritories(
  core: Core,
  of?: ConnectionId,
): Promise<readonly Territory[]> {
  const environment = of ?? (await core.connection.active()).environment;
  const { territories, fetchedAt } = await listTerritories(core.store.queries, environment);
  if (territories.length === 0) return fetchTerritories(core, of);
  const ageMs = fetchedAt === null ? -1 : core.clock().getTime() - Date.parse(fetchedAt);
  // A time in the future was noted with a wrong clock, so it does not count.
  if (ageMs >= 0 && ageMs < maxKeptMs) return territories;
  return fetchTerritories(core, of).catch(() => territories);
}

/**
 * The territory's name. Asks the service when the name is not stored. Throws `territory_unknown`.
 */
export async function requireTerritory(core: Core, territoryId: string): Promise<string> {
  const nameIn = (territories: readonly Territory[]) =>
    territories.find((territory) => territory.id === territoryId)?.name;
  const name = nameIn(await knownTerritories(core)) ?? nameIn(await fetchTerritories(core));
  if (name === undefined) throw new ZubiError('territory_unknown', { territoryId });
  return name;
}

/**
 * The territory that an answer about a company names, if it is one: the inner fields of its
 * territory data are not specified.
 */
export async function knownTerritoryName(
  core: Core,
  of: ConnectionId,
  told: string | null,
): Promise<string | null> {
  if (told === null || isBizkaia(told)) return told;
  const { territories } = await listTerritories(core.store.queries, of);
  return territories.some(({ name }) => name === told) ? told : null;
}

/** Asks the service for its license data and stores them. */
export async function fetchLicense(core: Core): Promise<License> {
  const connection = await core.connection.active();
  const { client, environment } = connection;
  using userKey = await core.connection.userKey();
  // As for the territories.
  if (core.connection.configured().environment !== environment) return fetchLicense(core);
  const license = await watchHealth(connection, () => client.license(userKey));
  const now = core.clock().toISOString();
  if (isStillAt(core, connection)) await keepLicense(core.store.queries, environment, license, now);
  return license;
}

/** False where the connection took another address during the call. */
function isStillAt({ connection }: Core, { environment, baseUrl }: ActiveConnection): boolean {
  const slot = connection.file().connections.find(({ id }) => id === environment);
  return slot?.baseUrl === baseUrl;
}
