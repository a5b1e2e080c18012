import { Buffer } from 'node:buffer';
import { scrypt } from 'node:crypto';
import type { Secret } from './secret.ts';
import { unreadable } from './vault-error.ts';

/**
 * OWASP's cost for scrypt: N = 2^17, r = 8, p = 1, which takes 128 MiB and some tenths of a second
 * per guess.
 */
export const scryptCost = { n: 2 ** 17, r: 8, p: 1 } as const;

export interface Derivation {
  readonly n: number;
  readonly r: number;
  readonly p: number;
  /** Base64. */
  readonly salt: string;
}

/**
 * A key of 32 bytes; the caller wipes it. Error: `secrets_unreadable` with reason `unavailable`.
 */
export function deriveKey(passphrase: Secret, { n, r, p, salt }: Derivation): Promise<Buffer> {
  // The same letters from another keyboard may be composed differently.
  const bytes = Buffer.from(passphrase.reveal().normalize('NFKC'));
  const options = { N: n, r, p, maxmem: 2 * 128 * n * r * p };
  return new Promise((resolve, reject) => {
    scrypt(bytes, Buffer.from(salt, 'base64'), 32, options, (error, key) => {
      bytes.fill(0);
      if (error) reject(unreadable('unavailable'));
      else resolve(key);
    });
  });
}
