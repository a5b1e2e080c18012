import type { IncomingMessage } from 'node:http';
import { beginsArchive } from '../../features/backup/archive-format.ts';
import { readUpTo } from '../../platform/files/read-whole.ts';
import { grantTime } from './answers.ts';

/**
 * A body as far as requested: all of it, or the fact that it exceeds the limit or that the sender
 * left.
 */
export type Body =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'broken' };

/** Reads a body up to a limit; never holds more than the limit, whatever length was announced. */
export async function readBody(request: IncomingMessage, limitBytes: number): Promise<Body> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limitBytes) return { kind: 'too_large' };
  try {
    const bytes = await readUpTo(request.iterator({ destroyOnReturn: false }), limitBytes + 1);
    return bytes.length > limitBytes ? { kind: 'too_large' } : { kind: 'bytes', bytes };
  } catch {
    return { kind: 'broken' };
  }
}

/** A file's body: an archive larger than the limit comes in pieces. */
type FileBody = Body | { readonly kind: 'archive'; readonly pieces: AsyncIterable<Uint8Array> };

/** Enough to recognise an archive. */
const beginningBytes = 8;

/**
 * Reads a file up to a limit, like `readBody`; a larger one is accepted if it begins like an
 * archive.
 */
export async function readFile(request: IncomingMessage, limitBytes: number): Promise<FileBody> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced <= limitBytes) return readBody(request, limitBytes);
  const coming = request.iterator({ destroyOnReturn: false });
  let start = Buffer.alloc(0);
  try {
    while (start.byteLength < beginningBytes) {
      const { done, value } = await coming.next();
      if (done === true) break;
      start = Buffer.concat([start, value as Buffer]);
    }
  } catch {
    return { kind: 'broken' };
  }
  return beginsArchive(start)
    ? { kind: 'archive', pieces: follow(request, start, coming) }
    : { kind: 'too_large' };
}

async function* follow(
  request: IncomingMessage,
  start: Buffer,
  coming: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  yield start;
  for await (const piece of coming) {
    grantTime(request);
    yield piece;
    grantTime(request);
  }
}

/** The JSON object in a body, or null. */
export function parseObject(bytes: Buffer): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
