import { Buffer } from 'node:buffer';
import { createPublicKey, verify } from 'node:crypto';
import type { SignedHead } from '../../../contract/history.ts';

/** The signed text of a head; `scripts/verify-head.mjs` has the same. */
export const headText = ({
  history,
  number,
  hash,
  day,
}: Omit<SignedHead, 'publicKey' | 'signature'>) =>
  ['zubi head 1', history, number, hash, day].join('\n');

/** Whether the head's signature belongs to the public key it names. */
export function isSigned(head: SignedHead): boolean {
  try {
    const x = Buffer.from(head.publicKey, 'hex').toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, Buffer.from(headText(head)), key, Buffer.from(head.signature, 'hex'));
  } catch {
    return false;
  }
}
