import { Buffer } from 'node:buffer';
import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Secret, wiped } from './secret.ts';

/** A key by which this vault proves that it wrote something. */
export interface AuthenticationKey {
  /** Rises with time: later keys sort after earlier ones. Stored with what the key proves. */
  readonly id: string;
  /** For this purpose only; the caller wipes it. */
  readonly key: Secret;
  /** False when it does not outlive the process: its proofs cannot be checked later. */
  readonly isKept: boolean;
}

const prefix = 'authentication-key:';

export const authenticationKeyName = (id: string): string => `${prefix}${id}`;

/** Whether a name is that of such a key; no archive brings one. */
const isAuthenticationKey = (name: string): boolean => name.startsWith(prefix);

/** Ids of the vault's authentication keys, newest first. */
export function authenticationKeyIds(names: readonly string[]): readonly string[] {
  const own = names.filter(isAuthenticationKey);
  return [...new Set(own)]
    .map((name) => name.slice(prefix.length))
    .toSorted()
    .toReversed();
}

/** HKDF-SHA256: a proof for one purpose proves nothing for another. */
export function deriveAuthenticationKey(root: Secret, purpose: string): Secret {
  using bytes = root.revealBytes();
  const info = `zubi authentication 1 ${purpose}`;
  using derived = wiped(Buffer.from(hkdfSync('sha256', bytes, '', info, 32)));
  return new Secret(derived);
}

/** HMAC-SHA256, 32 bytes. */
export function authenticate(key: Secret, bytes: Uint8Array): Buffer {
  using plain = key.revealBytes();
  // Given the bytes themselves, Node 24 takes five times as long.
  return createHmac('sha256', createSecretKey(plain)).update(bytes).digest();
}

/** Compares in constant time. */
export function isAuthentic(key: Secret, bytes: Uint8Array, code: Uint8Array): boolean {
  const own = authenticate(key, bytes);
  return own.length === code.length && timingSafeEqual(own, code);
}
