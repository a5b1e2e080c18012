import type { Database } from 'better-sqlite3';
import { sql } from 'kysely';
import type { ConnectionKind } from '../../../contract/choices.ts';
import { type ConnectionId, kindOf } from '../../platform/db/connection-id.ts';
import { listReplacedNames, readReplaced } from '../../platform/db/replaced-folders.ts';
import { type ServiceAddress, toBaseUrl } from '../../service/address.ts';
import type { Core } from '../core.ts';
import { nextId } from './connection-file.ts';

/** A connection that a history knows, and an address it sent to; null where it sent nothing. */
interface Known {
  readonly id: ConnectionId;
  readonly baseUrl: string | null;
}

const selectKnown = `
  select environment as id, base_url as baseUrl from submissions
  union select environment, base_url from authorization_uploads
  union select environment, null from companies`;

/**
 * The id of a new connection to a service. A history can know connections that are not set here,
 * after a restoration or after the loss of `connection.json`. The same service gets its former id:
 * the one that sent to its address or, failing that, to its host, in the history or in one set
 * aside, or the first that sent nothing. Any other service gets an id that none of them knows.
 */
export async function chooseId(
  core: Core,
  kind: ConnectionKind,
  address: ServiceAddress,
): Promise<ConnectionId> {
  const { rows: here } = await sql<Known>`${sql.raw(selectKnown)}`.execute(core.store.queries);
  const aside = listAside(core);
  const addressesIn = (known: readonly Known[], id: ConnectionId) =>
    known.flatMap((each) => (each.id === id && each.baseUrl !== null ? [each.baseUrl] : []));
  const set = core.connection.file().connections.map(({ id }) => id);
  const known = [...new Set([...here, ...aside].map(({ id }) => id))].toSorted((one, other) =>
    one.localeCompare(other, 'en', { numeric: true }),
  );
  const free = known
    .filter((id) => kindOf(id) === kind && !set.includes(id))
    .map((id) => {
      const own = addressesIn(here, id);
      return { id, addresses: own.length > 0 ? own : addressesIn(aside, id) };
    });
  const former =
    free.find(({ addresses }) => addresses.includes(toBaseUrl(address))) ??
    free.find(({ addresses }) => addresses.some((each) => originOf(each) === address.origin)) ??
    free.find(({ addresses }) => addresses.length === 0);
  return former?.id ?? nextId(kind, [...set, ...known]);
}

/** What the histories set aside know, as far as they can be read; the newest first. */
function listAside({ dataFolder }: Core): readonly Known[] {
  return listReplacedNames(dataFolder).flatMap((name) => {
    try {
      const list = (aside: Database) => aside.prepare<[], Known>(selectKnown).all();
      return readReplaced(dataFolder, name, list);
    } catch {
      return [];
    }
  });
}

const originOf = (baseUrl: string) => URL.parse(baseUrl)?.origin ?? null;
