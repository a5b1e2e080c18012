import type { ConnectionId } from '../../platform/db/connection-id.ts';
import { parseServiceAddress } from '../../service/address.ts';
import type { ConnectionSlot } from './connection-file.ts';

/**
 * Names in the vault of the keys for one service. Each name ends in the origin that gave the key.
 * The vault authenticates the name with the sealed key: under another origin's name no key opens.
 * The own sandbox has a fixed name instead: its port changes at every start, and only a sandbox
 * started by this process uses that name.
 */
export interface KeyNames {
  readonly userApiKey: string;
  readonly certificateKey: string;
  company(companyId: string): string;
}

const ownSandbox = 'own-sandbox';
const userKeyName = /^(?:sandbox|test|production)(?:-\d+)?:user-api-key/;

export function keyNamesOf({
  id,
  own,
  baseUrl,
}: Pick<ConnectionSlot, 'id' | 'own' | 'baseUrl'>): KeyNames {
  const recipient = own ? ownSandbox : parseServiceAddress(baseUrl).origin;
  return {
    userApiKey: `${id}:user-api-key@${recipient}`,
    certificateKey: `${id}:certificate-key@${recipient}`,
    company: (companyId) => `company:${companyId}@${recipient}`,
  };
}

/** Whether a name in the vault is that of a service's key, not of a key of the vault itself. */
export function isServiceKey(name: string): boolean {
  return /^(?:(?:sandbox|test|production)(?:-\d+)?|company):/.test(name);
}

/** Whether the names hold a user key of any service that is not on this machine. */
export function hasRealUserKey(names: readonly string[]): boolean {
  return names.some((name) => /^(?:test|production)(?:-\d+)?:user-api-key/.test(name));
}

/** The names of a company's keys, for all services. */
export function companyKeyNames(names: readonly string[], companyId: string): readonly string[] {
  return names.filter((name) => name.startsWith(`company:${companyId}@`));
}

/** The names of a connection's own keys, at each address that it had. */
export function connectionKeyNames(names: readonly string[], id: ConnectionId): readonly string[] {
  return names.filter((name) => name.startsWith(`${id}:`));
}

/** Origins of the other services that have a user key here. Leaves out the own sandbox. */
export function otherRecipients(names: readonly string[], inForce: KeyNames): string[] {
  const others = names.filter((name) => userKeyName.test(name) && name !== inForce.userApiKey);
  const recipients = others.flatMap((name) => name.split('@')[1] ?? []);
  return [...new Set(recipients)].filter((recipient) => recipient !== ownSandbox);
}
