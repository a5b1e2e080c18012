import { Buffer } from 'node:buffer';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { unreadable } from './vault-error.ts';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const format = 1;

/** A fresh key for AES-256. */
export function createKey(): Buffer {
  const key = Buffer.alloc(32);
  const random = randomBytes(32);
  random.copy(key);
  random.fill(0);
  return key;
}

/**
 * AES-256-GCM with a random nonce, as Base64: format byte, nonce, tag, ciphertext. `context` (what
 * the value is for) is authenticated with it, so that a sealed value moved to another place does
 * not open there.
 */
export function sealBox(key: Buffer, plain: Uint8Array, context: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.of(format), nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

/**
 * Opens a box of `sealBox`. The caller wipes the result. Error: `secrets_unreadable` with reason
 * `decrypt`.
 */
export function openBox(key: Buffer, sealed: string, context: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64');
  const start = 1 + nonceBytes + tagBytes;
  if (bytes[0] !== format || bytes.length < start) throw unreadable('decrypt');
  try {
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(1, 1 + nonceBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(1 + nonceBytes, start));
    return Buffer.concat([decipher.update(bytes.subarray(start)), decipher.final()]);
  } catch {
    // The cause says nothing more, and no log may have it.
    throw unreadable('decrypt');
  }
}
