import type { ConnectionKind } from '../../../contract/choices.ts';
import type { ConnectionEntry } from '../../../contract/connection.ts';
import { ZubiError } from '../../../contract/errors.ts';
import { kindOf } from '../../platform/db/connection-id.ts';
import { parseServiceAddress } from '../../service/address.ts';
import type { Core, Handlers } from '../core.ts';
import { type ConnectionSlot, requireSlot } from './connection-file.ts';
import { chooseId } from './connection-ids.ts';
import { forgetService, isConnectionUsed } from './connection-use.ts';
import { connectionKeyNames } from './key-names.ts';

/** The list of connections: their names and kinds, and how one is removed. */
export function namedConnectionHandlers(core: Core) {
  const afterward = () => {
    core.emit({ name: 'connection.changed', payload: {} });
    return listConnections(core);
  };
  const change = async (id: string, next: (slot: ConnectionSlot) => ConnectionSlot) => {
    await core.connection.requireTrust();
    requireSlot(core.connection.file(), id);
    await core.connection.relabel((file) => ({
      ...file,
      connections: file.connections.map((slot) => (slot.id === id ? next(slot) : slot)),
    }));
    return afterward();
  };
  return {
    'connection.list': () => listConnections(core),
    'connection.rename': ({ id, name }) => change(id, (slot) => ({ ...slot, name })),
    'connection.setHidden': ({ id, hidden }) => {
      if (hidden && core.connection.file().active === id) throw inUse(core, id, true);
      return change(id, (slot) => ({ ...slot, hidden }));
    },
    'connection.setKind': async ({ id, kind }) => {
      await changeKind(core, id, kind);
      return afterward();
    },
    'connection.remove': async ({ id }) => {
      await removeConnection(core, id);
      return afterward();
    },
  } satisfies Partial<Handlers>;
}

async function listConnections(core: Core): Promise<{ connections: ConnectionEntry[] }> {
  const { active, connections } = core.connection.file();
  const entries: ConnectionEntry[] = [];
  for (const { id, baseUrl, own, hidden } of connections)
    entries.push({
      id,
      name: core.connection.nameOf(id),
      kind: kindOf(id),
      baseUrl,
      ownSandbox: own,
      profile: core.connection.profileOf(id).name,
      inForce: id === active,
      used: await isConnectionUsed(core.store.queries, id),
      hidden,
    });
  return { connections: entries };
}

function inUse({ connection }: Core, id: string, isInForce: boolean): ZubiError {
  const name = connection.file().connections.find((slot) => slot.id === id)?.name;
  return new ZubiError('connection_in_use', { connection: name || id, isInForce });
}

/**
 * The kind is part of the id, which is written into what is sent. So only a connection without
 * companies and submissions changes its kind. Its keys are copied before its id changes, so that
 * none is lost.
 */
async function changeKind(core: Core, wanted: string, kind: ConnectionKind): Promise<void> {
  const { connection, store, vault } = core;
  await connection.requireTrust();
  const { id, own, baseUrl } = requireSlot(connection.file(), wanted);
  if (kindOf(id) === kind) return;
  if (own || parseServiceAddress(baseUrl).loopback)
    throw new ZubiError('invalid_input', { fields: ['kind: sandbox'] });
  if (await isConnectionUsed(store.queries, id))
    throw new ZubiError('connection_kind_fixed', { connection: connection.nameOf(id) });
  const next = await chooseId(core, kind, parseServiceAddress(baseUrl));
  const names = connectionKeyNames(vault.names(), id);
  for (const name of names) {
    using key = await vault.get(name);
    if (key) await vault.set(`${next}${name.slice(id.length)}`, key);
  }
  await connection.change((file) => ({
    ...file,
    active: file.active === id ? next : file.active,
    connections: file.connections.map((slot) => (slot.id === id ? { ...slot, id: next } : slot)),
  }));
  await vault.removeMany(names);
  await forgetService(store.queries, id);
}

/** Throws `connection_in_use`, `connection_missing`, `connection_unproven`. */
async function removeConnection(core: Core, wanted: string): Promise<void> {
  const { connection, store, vault } = core;
  await connection.requireTrust();
  const { id } = requireSlot(connection.file(), wanted);
  const isInForce = connection.file().active === id;
  if (isInForce || (await isConnectionUsed(store.queries, id))) throw inUse(core, id, isInForce);
  await connection.relabel((file) => ({
    ...file,
    connections: file.connections.filter((slot) => slot.id !== id),
  }));
  await vault.removeMany(connectionKeyNames(vault.names(), id));
  await forgetService(store.queries, id);
}
