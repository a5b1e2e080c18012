import type { ServiceEnvironment } from '../../platform/db/environment.ts';
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

export function keyNamesOf(
  environment: ServiceEnvironment,
  { own, baseUrl }: Pick<ConnectionSlot, 'own' | 'baseUrl'>,
): KeyNames {
  const recipient = own ? ownSandbox : parseServiceAddress(baseUrl).origin;
  return {
    userApiKey: `${environment}:user-api-key@${recipient}`,
    certificateKey: `${environment}:certificate-key@${recipient}`,
    company: (companyId) => `company:${companyId}@${recipient}`,
  };
}

/** Whether a name in the vault is that of a service's key, not of a key of the vault itself. */
export function isServiceKey(name: string): boolean {
  return /^(?:sandbox|production|company):/.test(name);
}

/** Whether the names hold a user key of any real service. */
export function hasRealUserKey(names: readonly string[]): boolean {
  return names.some((name) => name.startsWith('production:user-api-key'));
}

/** The names of a company's keys, for all services. */
export function companyKeyNames(names: readonly string[], companyId: string): readonly string[] {
  const own = `company:${companyId}`;
  return names.filter((name) => name === own || name.startsWith(`${own}@`));
}

/**
 * Origins of the other services of an environment that have a user key. Null for a key that an
 * earlier version stored without an origin. Leaves out the own sandbox.
 */
export function otherRecipients(
  names: readonly string[],
  environment: ServiceEnvironment,
  inForce: KeyNames,
): readonly (string | null)[] {
  const start = `${environment}:user-api-key`;
  const others = names.filter((name) => name.startsWith(start) && name !== inForce.userApiKey);
  const recipients = others.map((name) => name.slice(start.length + 1) || null);
  return recipients.filter((recipient) => recipient !== ownSandbox);
}
