import type { ServiceEnvironment } from '../../platform/db/environment.ts';
import { parseServiceAddress } from '../../service/address.ts';
import type { ConnectionSlot } from './connection-file.ts';

/**
 * Names in the vault of the keys for one service. Each ends in the origin that its key was given
 * for, and the vault authenticates the name with what it seals: under the name of another origin
 * no key opens. The sandbox of this application has a name instead, for its port is another at
 * every start, and only a sandbox that this process started itself is reached by it.
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

/** Whether a name of the vault is that of a key for a service, and not of the vault's own. */
export function isServiceKey(name: string): boolean {
  return /^(?:sandbox|production|company):/.test(name);
}

/** Whether a real service's user key is among the vault's names, whichever service's. */
export function hasRealUserKey(names: readonly string[]): boolean {
  return names.some((name) => name.startsWith('production:user-api-key'));
}

/** The names under which a company's keys are kept, for whichever service. */
export function companyKeyNames(names: readonly string[], companyId: string): readonly string[] {
  const own = `company:${companyId}`;
  return names.filter((name) => name === own || name.startsWith(`${own}@`));
}

/**
 * Other services of an environment that a user key is kept for: their origins, and null for a key
 * that an earlier version kept without one. The own sandbox is not told.
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
