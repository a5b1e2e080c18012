import { gunzipSync } from 'node:zlib';

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** The unpacked bytes; null when they are damaged or more than `maxBytes`. */
export function gunzipWithin(bytes: Uint8Array, maxBytes: number): Uint8Array | null {
  try {
    return gunzipSync(bytes, { maxOutputLength: Math.max(1, maxBytes) });
  } catch {
    return null;
  }
}
