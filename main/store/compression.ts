import type { TransformOptions } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, gunzip as gunzipCallback, gzip as gzipCallback, type ZlibOptions } from 'node:zlib';

/** Divides by three, so that no piece but the last needs padding in Base64. */
const pieceBytes = 3 << 16;
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

/**
 * Opens what the store compressed piece by piece, so that a large document never lies in memory whole. The system's threads work a few pieces ahead of
 * whoever reads.
 */
export async function* gunzipPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  // The types leave out that a compression stream takes a stream's options, too.
  const options: ZlibOptions & TransformOptions = {
    chunkSize: pieceBytes,
    readableHighWaterMark: 4 * pieceBytes,
  };
  const opened = createGunzip(options);
  opened.end(bytes);
  for await (const piece of opened) yield piece as Uint8Array;
}
