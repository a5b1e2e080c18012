import { ZubiError } from '../../../contract/errors.ts';
import type { ConnectionId } from '../../platform/db/connection-id.ts';
import type { Vault } from '../../platform/ports.ts';
import type { Secret } from '../../platform/secrets/secret.ts';
import { type KeyNames, keyNamesOf } from './key-names.ts';
import type { ProvenFile } from './proven-file.ts';

/**
 * Gives out the keys for the service in force, and for no other. The caller wipes a key after its
 * use.
 */
export function createServiceKeys(file: ProvenFile, vault: Pick<Vault, 'get'>) {
  /** Null where no service is set. */
  const keyNames = (environment: 'none' | ConnectionId): KeyNames | null => {
    const slot = file.read().connections.find(({ id }) => id === environment);
    return slot ? keyNamesOf(slot) : null;
  };
  /** Throws `Refusal`. */
  const open = async (nameOf: (names: KeyNames) => string): Promise<Secret | null> => {
    const refusal = await file.refusal();
    if (refusal !== null) throw new ZubiError(refusal);
    const names = keyNames(file.read().active);
    if (names === null) throw new ZubiError('connection_missing');
    return vault.get(nameOf(names));
  };
  return {
    keyNames,
    /** Throws `user_key_missing`, `Refusal`. */
    async userKey(): Promise<Secret> {
      const key = await open((names) => names.userApiKey);
      if (!key) throw new ZubiError('user_key_missing');
      return key;
    },
    /** Throws `certificate_key_missing`, `Refusal`. */
    async certificateKey(): Promise<Secret> {
      const key = await open((names) => names.certificateKey);
      if (!key) throw new ZubiError('certificate_key_missing');
      return key;
    },
    /** Null where there is none. Throws `Refusal`. */
    companyKey: (companyId: string) => open((names) => names.company(companyId)),
  };
}
