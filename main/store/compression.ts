import { promisify } from 'node:util';
import { gunzip as gunzipCallback, gzip as gzipCallback } from 'node:zlib';

const gunzipAsync = promisify(gunzipCallback);
const gzipAsync = promisify<Uint8Array, Buffer>(gzipCallback);

/** Opens what the store compressed, off the calling thread. */
export async function gunzip(bytes: Uint8Array): Promise<Uint8Array> {
  return gunzipAsync(bytes);
}

/** Compresses for the store, off the calling thread. */
export async function gzip(bytes: Uint8Array): Promise<Uint8Array> {
  return gzipAsync(bytes);
}
