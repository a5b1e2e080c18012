import type { ConnectionEntry } from '../../../contract/connection.ts';
import { ZubiError } from '../../../contract/errors.ts';
import { kindOf } from '../../platform/db/connection-id.ts';
import { defaultServiceProfile, parseServiceProfile } from '../../service/profile.ts';
import type { Core, Handlers } from '../core.ts';
import { requireSlot } from './connection-file.ts';
import { forgetService, isConnectionUsed } from './connection-use.ts';
import { connectionKeyNames } from './key-names.ts';

/** The list of connections: their names, and how one leaves. */
export function namedConnectionHandlers(
  core: Core,
): Handlers<'connection.list' | 'connection.rename' | 'connection.remove'> {
  return {
    'connection.list': async () => listConnections(core),
    'connection.rename': async ({ id, name }) => {
      await core.connection.requireTrust();
      requireSlot(core.connection.file(), id);
      await core.connection.change((file) => ({
        ...file,
        connections: file.connections.map((slot) => (slot.id === id ? { ...slot, name } : slot)),
      }));
      core.emit({ name: 'connection.changed', payload: {} });
      return listConnections(core);
    },
    'connection.remove': async ({ id }) => {
      await removeConnection(core, id);
      core.emit({ name: 'connection.changed', payload: {} });
      return listConnections(core);
    },
  };
}

function listConnections(core: Core): { connections: ConnectionEntry[] } {
  const { active, connections } = core.connection.file();
  return {
    connections: connections.map(({ id, baseUrl, own, profile }) => ({
      ...{ id, name: core.connection.nameOf(id), kind: kindOf(id), baseUrl, ownSandbox: own },
      profile: (profile ? parseServiceProfile(profile) : defaultServiceProfile()).name,
      inForce: id === active,
    })),
  };
}

/** Throws `connection_in_use`, `connection_missing`, `connection_unproven`. */
async function removeConnection(core: Core, wanted: string): Promise<void> {
  const { connection, store, vault } = core;
  await connection.requireTrust();
  const { id } = requireSlot(connection.file(), wanted);
  const isInForce = connection.file().active === id;
  if (isInForce || (await isConnectionUsed(store.queries, id)))
    throw new ZubiError('connection_in_use', { connection: connection.nameOf(id), isInForce });
  await connection.change((file) => ({
    ...file,
    connections: file.connections.filter((slot) => slot.id !== id),
  }));
  await vault.removeMany(connectionKeyNames(vault.names(), id));
  await forgetService(store.queries, id);
}
