import type { Connection, ConnectionInput } from '../../../contract/connection.ts';
import { ZubiError } from '../../../contract/errors.ts';
import { Secret } from '../../platform/secrets/secret.ts';
import { parseServiceAddress } from '../../service/address.ts';
import { parseServiceProfile } from '../../service/profile.ts';
import type { Core, Handlers } from '../core.ts';
import { type ConnectionFile, environmentOf } from './connection-file.ts';
import { keyNamesOf, otherRecipients } from './key-names.ts';
import { readReadiness } from './readiness.ts';
import { fetchLicense, fetchTerritories, knownTerritories } from './territories.ts';

const noSecret = { present: false, last4: null } as const;

/**
 * The connection, the service's reference data, and the sandbox with one click. `onAddress` updates
 * the companies' key columns for another service.
 */
export function connectionHandlers(
  core: Core,
  { version, onAddress }: { readonly version: string; onAddress(): Promise<void> },
): Handlers<
  | 'connection.get'
  | 'connection.set'
  | 'connection.test'
  | 'connection.useSandbox'
  | 'connection.readiness'
  | 'territories.list'
  | 'license.get'
> {
  return {
    'connection.get': () => describe(core),
    'connection.set': async (input) => {
      await setConnection(core, input);
      await onAddress();
      core.emit({ name: 'connection.changed', payload: {} });
      return describe(core);
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
      await onAddress();
      core.emit({ name: 'connection.changed', payload: {} });
      return describe(core);
    },
    'territories.list': async ({ refresh }) => [
      ...(await knownTerritories(core, refresh ?? false)),
    ],
    'license.get': () => fetchLicense(core),
    'connection.readiness': ({ refresh }) => readReadiness(core, refresh ?? false),
  };
}

async function describe(core: Core): Promise<Connection> {
  const { environment, slot } = core.connection.configured();
  const names = core.connection.keyNames(environment);
  return {
    environment,
    baseUrl: slot ? slot.baseUrl : null,
    ownSandbox: slot?.own ?? false,
    userApiKey: names ? await core.vault.hint(names.userApiKey) : noSecret,
    certificateKey: names ? await core.vault.hint(names.certificateKey) : noSecret,
    softwareGarante: slot?.softwareGarante ?? null,
    profile: core.connection.profile().name,
    unproven: (await core.connection.proof()) === 'unproven',
    keysFor:
      names && environment !== 'none'
        ? [...otherRecipients(core.vault.names(), environment, names)]
        : [],
  };
}

/** A field left out keeps its stored value. Keys are sealed before their address is written. */
async function setConnection(core: Core, input: ConnectionInput): Promise<void> {
  const current = core.connection.configured();
  const baseUrl = input.baseUrl ?? current.slot?.baseUrl;
  if (!baseUrl) throw new ZubiError('connection_missing');
  const address = parseServiceAddress(baseUrl);
  if (input.profile) parseServiceProfile(input.profile);
  // A person confirms an unproven connection by its address, never by its other fields.
  if (input.baseUrl === undefined) await core.connection.requireTrust();
  const environment = environmentOf(address);
  const own = environment === 'sandbox' && core.connection.isOwnSandbox(baseUrl);
  const kept = { baseUrl: `${address.origin}${address.basePath}`, own };
  const names = keyNamesOf(environment, kept);
  if (input.userApiKey) await core.vault.set(names.userApiKey, new Secret(input.userApiKey));
  if (input.certificateKey)
    await core.vault.set(names.certificateKey, new Secret(input.certificateKey));
  await core.connection.change((file: ConnectionFile) => ({
    ...file,
    active: environment,
    profile: input.profile === undefined ? file.profile : input.profile,
    [environment]: {
      ...kept,
      softwareGarante: input.softwareGarante ?? file[environment]?.softwareGarante ?? null,
    },
  }));
}

async function useSandbox(core: Core, version: string): Promise<void> {
  const { baseUrl, userApiKey } = await core.connection.startSandbox();
  const names = keyNamesOf('sandbox', { own: true, baseUrl });
  await core.vault.set(names.userApiKey, new Secret(userApiKey));
  await core.vault.set(names.certificateKey, new Secret('sandbox-certificate-key'));
  await core.connection.change((file) => ({
    ...file,
    active: 'sandbox',
    sandbox: {
      baseUrl,
      own: true,
      softwareGarante: {
        holds: true,
        taxId: 'B00000034',
        license: 'TBAIBI00000000SANDBOX',
        name: 'Zubi',
        version,
      },
    },
  }));
}
