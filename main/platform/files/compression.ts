import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';

/** Few exchanges with the other thread for a large document, little memory for a small one. */
const pieces = { chunkSize: 64 << 10 };
const compress = promisify(zlib.gzip);
const decompress = promisify(zlib.gunzip);
/**
 * The largest document of the settings: nothing stored is larger, but a stranger's history may hold
 * what unpacks to more than the memory.
 */
const whole = { ...pieces, maxOutputLength: 256 * 1024 * 1024 };

/** Compresses for the store, off the calling thread. */
export const gzip = (bytes: Uint8Array): Promise<Uint8Array> => compress(bytes, pieces);

/** Decompresses what the store compressed, off the calling thread. */
export const gunzip = (bytes: Uint8Array): Promise<Uint8Array> => decompress(bytes, whole);

/** SHA-256 of what the store compressed, in hexadecimal; null when it cannot be decompressed. */
export function digestOfGzip(bytes: Uint8Array): string | null {
  try {
    return hash('sha256', zlib.gunzipSync(bytes, whole));
  } catch {
    return null;
  }
}
