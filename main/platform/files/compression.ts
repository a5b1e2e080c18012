import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import {
  gunzip as gunzipCallback,
  gunzipSync,
  gzip as gzipCallback,
  gzipSync,
  type ZlibOptions,
} from 'node:zlib';

const gunzipAsync = promisify<Uint8Array, ZlibOptions, Buffer>(gunzipCallback);
const gzipAsync = promisify<Uint8Array, Buffer>(gzipCallback);

/**
 * Below this size another thread costs the caller more than the work itself (some tenths of a
 * millisecond).
 */
const smallBytes = 32 << 10;

/**
 * Up to this size the output is allocated at once, above it in pieces: damaged data may claim any
 * size.
 */
const largestRoomBytes = 16 << 20;

/**
 * Decompresses what the store compressed; off the calling thread unless small. In one go: with
 * zlib's own pieces of 16 kB, 12 MB take four times as long, all of it the way to the other thread
 * and back.
 */
export async function gunzip(bytes: Uint8Array): Promise<Uint8Array> {
  const size = openedSize(bytes);
  if (size <= smallBytes) return gunzipSync(bytes, { maxOutputLength: smallBytes });
  return gunzipAsync(bytes, { chunkSize: roomFor(size) });
}

/** Compresses for the store; off the calling thread unless small. */
export async function gzip(bytes: Uint8Array): Promise<Uint8Array> {
  return bytes.byteLength <= smallBytes
    ? gzipSync(bytes, roomOf(bytes.byteLength))
    : gzipAsync(bytes);
}

/**
 * Small data needs small tables: the default allocates 270 kB, which the garbage collector counts.
 */
function roomOf(size: number): ZlibOptions {
  const windowBits = Math.max(9, Math.ceil(Math.log2(size + 1)));
  return { windowBits, memLevel: 6, chunkSize: Math.max(64, size) };
}

/** A buffer of this size has memory of its own; smaller ones may share theirs. */
const ownBufferBytes = 64 << 10;

/**
 * SHA-256 of what the store compressed, in hexadecimal; null when it cannot be decompressed. For
 * reading many documents in turn: each allocates its size once and frees it at once. Left to the
 * garbage collector, a thousand small ones hold 70 MB.
 */
export function digestOfGzip(bytes: Uint8Array): string | null {
  try {
    const chunkSize = Math.max(ownBufferBytes, roomFor(openedSize(bytes)));
    const opened = gunzipSync(bytes, { chunkSize });
    const digest = hash('sha256', opened);
    if (opened.buffer.byteLength === chunkSize) opened.buffer.transfer(0);
    return digest;
  } catch {
    return null;
  }
}

/** One byte more than the content: a full buffer would be doubled. */
function roomFor(openedBytes: number): number {
  return Math.min(openedBytes + 1, largestRoomBytes);
}

/** The decompressed size that a gzip states in its last four bytes. */
function openedSize(bytes: Uint8Array): number {
  if (bytes.byteLength < 4) return Number.POSITIVE_INFINITY;
  return new DataView(bytes.buffer, bytes.byteOffset + bytes.byteLength - 4).getUint32(0, true);
}
