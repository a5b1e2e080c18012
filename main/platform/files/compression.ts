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
 * Up to so many bytes the way to another thread and back costs the calling one more than the work
 * itself (some tenths of a millisecond).
 */
const smallBytes = 32 << 10;

/**
 * Room for what is opened is taken at once up to this size, beyond it piece by piece: what is
 * damaged may say any size.
 */
const largestRoomBytes = 16 << 20;

/**
 * Opens what the store compressed; off the calling thread, but for what is small. In one go: with
 * the engine's own pieces of 16 kB, 12 MB take four times as long, all of it the way to the other
 * thread and back.
 */
export async function gunzip(bytes: Uint8Array): Promise<Uint8Array> {
  const size = openedSize(bytes);
  if (size <= smallBytes) return gunzipSync(bytes, { maxOutputLength: smallBytes });
  return gunzipAsync(bytes, { chunkSize: roomFor(size) });
}

/** Compresses for the store; off the calling thread, but for what is small. */
export async function gzip(bytes: Uint8Array): Promise<Uint8Array> {
  return bytes.byteLength <= smallBytes
    ? gzipSync(bytes, roomOf(bytes.byteLength))
    : gzipAsync(bytes);
}

/**
 * What is small needs a small window and small tables: by default 270 kB are made ready for it, and
 * counted by the collector.
 */
function roomOf(size: number): ZlibOptions {
  const windowBits = Math.max(9, Math.ceil(Math.log2(size + 1)));
  return { windowBits, memLevel: 6, chunkSize: Math.max(64, size) };
}

/** A buffer of this size is its own; smaller ones may share their memory with others. */
const ownBufferBytes = 64 << 10;

/**
 * SHA-256 of what the store compressed, in hexadecimal; null when it cannot be opened. For whoever
 * opens one document after the other: each takes one piece of memory of its size, given back at
 * once. Left to the collector, which sees little of them, 70 MB of a thousand small ones lie about.
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

/** A byte more than what is opened: room that is filled to its end is followed by as much again. */
function roomFor(openedBytes: number): number {
  return Math.min(openedBytes + 1, largestRoomBytes);
}

/** The size that a gzip says it has when open, in its last four bytes. */
function openedSize(bytes: Uint8Array): number {
  if (bytes.byteLength < 4) return Number.POSITIVE_INFINITY;
  return new DataView(bytes.buffer, bytes.byteOffset + bytes.byteLength - 4).getUint32(0, true);
}
