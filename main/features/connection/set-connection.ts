import type { ConnectionInput, NewConnection } from '../../../contract/connection.ts';
import { ZubiError } from '../../../contract/errors.ts';
import { Secret } from '../../platform/secrets/secret.ts';
import { parseServiceAddress, type ServiceAddress, toBaseUrl } from '../../service/address.ts';
import { parseServiceProfile } from '../../service/profile.ts';
import type { Core } from '../core.ts';
import { type ConnectionSlot, readProfile, requireSlot, withSlot } from './connection-file.ts';
import { chooseId } from './connection-ids.ts';
import { forgetService, isConnectionUsed } from './connection-use.ts';
import { keyNamesOf } from './key-names.ts';
import { expireTerritories } from './territories-table.ts';

/**
 * Changes the connection in force, takes the one that has this address, or makes a new one. Throws
 * `connection_missing`, `connection_host_changed`, `connection_unproven`.
 */
export async function setConnection(core: Core, input: ConnectionInput): Promise<void> {
  const baseUrl = input.baseUrl ?? core.connection.configured().slot?.baseUrl;
  if (!baseUrl) throw new ZubiError('connection_missing');
  // A person confirms an unproven connection by its address, never by its other fields.
  if (input.baseUrl === undefined) await core.connection.requireTrust();
  const address = parseServiceAddress(baseUrl);
  const slot = await slotFor(core, { baseUrl, address }, input);
  await writeSlot(core, slot, input);
}

/** Adds a connection and puts it in force. Throws `connection_unproven` as every change. */
export async function addConnection(core: Core, input: NewConnection): Promise<void> {
  await core.connection.requireTrust();
  const address = parseServiceAddress(input.baseUrl);
  await writeSlot(core, await newSlot(core, address, input), input);
}

/** Throws `connection_missing`, `connection_unproven`. */
export async function useConnection(core: Core, id: string): Promise<void> {
  await core.connection.requireTrust();
  requireSlot(core.connection.file(), id);
  await core.connection.change((file) => withSlot(file, requireSlot(file, id)));
}

/** Keys are sealed before their address is written. */
async function writeSlot(
  core: Core,
  slot: ConnectionSlot,
  input: Pick<ConnectionInput, 'userApiKey' | 'certificateKey' | 'softwareGarante' | 'profile'>,
): Promise<void> {
  // Stored in full: a later default profile changes no connection.
  const profile = input.profile && parseServiceProfile(input.profile);
  const { queries } = core.store;
  if (input.profile !== undefined) await expireTerritories(queries, slot.id);
  const names = keyNamesOf(slot);
  if (input.userApiKey) await core.vault.set(names.userApiKey, new Secret(input.userApiKey));
  if (input.certificateKey)
    await core.vault.set(names.certificateKey, new Secret(input.certificateKey));
  const isElsewhere = hasMoved(core, slot);
  await core.connection.change((file) => {
    const former = file.connections.find(({ id }) => id === slot.id);
    // One that this version does not take goes when a person confirms the address.
    const kept = former && readProfile(former) ? former.profile : null;
    return withSlot(file, {
      ...slot,
      softwareGarante: input.softwareGarante ?? former?.softwareGarante ?? null,
      profile: profile === undefined ? kept : profile,
    });
  });
  if (isElsewhere && !(await isConnectionUsed(queries, slot.id)))
    await forgetService(queries, slot.id);
}

function hasMoved({ connection }: Core, { id, own, baseUrl }: ConnectionSlot): boolean {
  const former = connection.file().connections.find((each) => each.id === id);
  return former !== undefined && !own && former.baseUrl !== baseUrl;
}

interface Asked {
  readonly baseUrl: string;
  readonly address: ServiceAddress;
}

/** The connection that an address belongs to, with that address. */
async function slotFor(
  core: Core,
  { baseUrl, address }: Asked,
  { movedHost, kind }: ConnectionInput,
): Promise<ConnectionSlot> {
  const { slot: inForce } = core.connection.configured();
  const { connections } = core.connection.file();
  const own = connections.find((each) => each.own);
  if (own?.baseUrl === baseUrl) return own;
  const others = connections.filter((each) => each !== inForce);
  const atHost = [inForce, ...others].filter((each) => each !== null && isAt(each, address));
  const same =
    atHost.find((each) => each?.baseUrl === toBaseUrl(address)) ??
    atHost[0] ??
    (await movedSlot(core, address, movedHost));
  return same ? { ...same, baseUrl: toBaseUrl(address) } : newSlot(core, address, { kind });
}

const isAt = ({ own, baseUrl }: ConnectionSlot, { origin }: ServiceAddress): boolean =>
  !own && parseServiceAddress(baseUrl).origin === origin;

/**
 * The connection in force, where it may take another host: a person says that the service has
 * moved, or it has no company and no submission, or its address was not set here. On this machine
 * each address is its own service, and nobody is asked.
 */
async function movedSlot(
  core: Core,
  address: ServiceAddress,
  movedHost: boolean | undefined,
): Promise<ConnectionSlot | null> {
  const { slot } = core.connection.configured();
  if (!slot || slot.own) return null;
  if (parseServiceAddress(slot.baseUrl).loopback !== address.loopback) return null;
  if (movedHost || (await core.connection.refusal()) === 'connection_unproven') return slot;
  if (!(await isConnectionUsed(core.store.queries, slot.id))) return slot;
  if (address.loopback) return null;
  throw new ZubiError('connection_host_changed', {
    connection: core.connection.nameOf(slot.id),
    from: slot.baseUrl,
    to: toBaseUrl(address),
  });
}

async function newSlot(
  core: Core,
  address: ServiceAddress,
  { name, kind }: Pick<NewConnection, 'name' | 'kind'>,
): Promise<ConnectionSlot> {
  const id = await chooseId(core, address.loopback ? 'sandbox' : (kind ?? 'production'), address);
  const baseUrl = toBaseUrl(address);
  const ofItsOwn = { softwareGarante: null, profile: null, hidden: false };
  return { id, name: name ?? new URL(baseUrl).host, baseUrl, own: false, ...ofItsOwn };
}
