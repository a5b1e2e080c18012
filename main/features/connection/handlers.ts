import type { Connection } from '../../../contract/connection.ts';
import { kindOf } from '../../platform/db/connection-id.ts';
import { Secret } from '../../platform/secrets/secret.ts';
import type { Core, Handlers } from '../core.ts';
import { nextId, withSlot } from './connection-file.ts';
import { keyNamesOf, otherRecipients } from './key-names.ts';
import { namedConnectionHandlers } from './named-connections.ts';
import { readReadiness, refreshReadiness } from './readiness.ts';
import { addConnection, setConnection, useConnection } from './set-connection.ts';
import { fetchLicense, fetchTerritories, knownTerritories } from './territories.ts';

const noSecret = { present: false, last4: null } as const;

/**
 * The connection, the service's reference data, and the sandbox with one click. `onAddress` updates
 * the companies' key columns for another service.
 */
export function connectionHandlers(
  core: Core,
  { version, onAddress }: { readonly version: string; onAddress(): Promise<void> },
) {
  const afterward = async (): Promise<Connection> => {
    await onAddress();
    core.emit({ name: 'connection.changed', payload: {} });
    return describe(core);
  };
  return {
    ...namedConnectionHandlers(core),
    'connection.get': () => describe(core),
    'connection.set': async (input) => {
      await setConnection(core, input);
      return afterward();
    },
    'connection.add': async (input) => {
      await addConnection(core, input);
      return afterward();
    },
    'connection.use': async ({ id }) => {
      await useConnection(core, id);
      return afterward();
    },
    'connection.test': async () => {
      const startedMs = performance.now();
      const territories = await fetchTerritories(core);
      return {
        latencyMs: Math.round(performance.now() - startedMs),
        territories: territories.length,
      };
    },
    'connection.useSandbox': async () => {
      await useSandbox(core, version);
      return afterward();
    },
    'territories.list': async ({ refresh }) => [
      ...(await (refresh ? fetchTerritories(core) : knownTerritories(core))),
    ],
    'license.get': () => fetchLicense(core),
    'connection.readiness': async ({ refresh }) => {
      if (refresh) await refreshReadiness(core);
      return readReadiness(core);
    },
  } satisfies Partial<Handlers>;
}

async function describe(core: Core): Promise<Connection> {
  const { environment, slot } = core.connection.configured();
  const names = core.connection.keyNames(environment);
  return {
    id: slot?.id ?? null,
    name: slot ? core.connection.nameOf(slot.id) : null,
    environment: slot ? kindOf(slot.id) : 'none',
    baseUrl: slot ? slot.baseUrl : null,
    ownSandbox: slot?.own ?? false,
    userApiKey: names ? await core.vault.hint(names.userApiKey) : noSecret,
    certificateKey: names ? await core.vault.hint(names.certificateKey) : noSecret,
    softwareGarante: slot?.softwareGarante ?? null,
    profile: core.connection.profile().name,
    unproven: (await core.connection.refusal()) !== null,
    keysFor: names ? otherRecipients(core.vault.names(), names) : [],
  };
}

async function useSandbox(core: Core, version: string): Promise<void> {
  const { baseUrl, userApiKey } = await core.connection.startSandbox();
  const { connections } = core.connection.file();
  const set = connections.map(({ id }) => id);
  const id = connections.find(({ own }) => own)?.id ?? nextId('sandbox', set);
  const names = keyNamesOf({ id, own: true, baseUrl });
  await core.vault.set(names.userApiKey, new Secret(userApiKey));
  await core.vault.set(names.certificateKey, new Secret('sandbox-certificate-key'));
  const softwareGarante = {
    holds: true,
    taxId: 'B00000034',
    license: 'TBAIBI00000000SANDBOX',
    name: 'Zubi',
    version,
  };
  await core.connection.change((former) =>
    withSlot(former, {
      id,
      name: '',
      baseUrl,
      own: true,
      softwareGarante,
      profile: null,
      hidden: false,
    }),
  );
}
