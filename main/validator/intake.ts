import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { DocumentKind } from '../../contract/verdict.ts';
import { systemCode } from '../platform/system-code.ts';
import { isGzip } from './gzip.ts';
import type { IssueCode } from './issue-codes.ts';
import type { DocumentSource } from './validator-port.ts';
import { unwrap, unwrapForeign, type Wrapper } from './wrapped-document.ts';

/** A document's bytes, or the reason for their absence. */
export type Intake =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly wrapper?: Wrapper }
  | {
      readonly kind: 'refused';
      readonly code: IssueCode;
      readonly params: Readonly<Record<string, string | number>>;
      readonly document: DocumentKind;
    };

/**
 * Reads a document (at most one byte over the limit) and unpacks gzip or a wrapping, by content.
 */
export function takeIn(source: DocumentSource, maxFileBytes: number): Intake {
  const taken =
    source.kind === 'path' ? readPath(source.path, maxFileBytes) : bytesOf(source.bytes);
  if (taken.kind === 'refused') return taken;
  const { bytes } = taken;
  if (bytes.length > maxFileBytes)
    return refused('file_too_large', 'binary', limitOf(maxFileBytes));
  if (bytes.length === 0) return refused('file_empty', 'empty');
  const opened = isGzip(bytes) ? unpack(bytes, maxFileBytes) : taken;
  if (opened.kind === 'refused') return opened;
  const inside = unwrap(opened.bytes, maxFileBytes);
  if (inside !== null) return { kind: 'bytes', ...inside };
  const foreign = unwrapForeign(opened.bytes, maxFileBytes);
  return foreign === null || foreign.length === 0 ? opened : bytesOf(foreign);
}

function bytesOf(bytes: Uint8Array): Intake {
  return { kind: 'bytes', bytes };
}

function refused(
  code: IssueCode,
  document: DocumentKind,
  params: Readonly<Record<string, string | number>> = {},
): Intake {
  return { kind: 'refused', code, params, document };
}

function limitOf(maxFileBytes: number): { limitMiB: number } {
  return { limitMiB: Math.max(1, Math.floor(maxFileBytes / (1024 * 1024))) };
}

function readPath(path: string, maxFileBytes: number): Intake {
  let descriptor: number | undefined;
  try {
    const before = statSync(path);
    if (before.isDirectory()) return refused('file_is_folder', 'binary');
    if (!before.isFile()) return refused('file_not_regular', 'binary');
    // Opening must not wait for a writer if the file has become a pipe.
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const { size } = fstatSync(descriptor);
    if (!fstatSync(descriptor).isFile()) return refused('file_not_regular', 'binary');
    if (size > maxFileBytes) return refused('file_too_large', 'binary', limitOf(maxFileBytes));
    return { kind: 'bytes', bytes: readBounded(descriptor, size, maxFileBytes) };
  } catch (error) {
    return refusedByError(error);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Reads until the end: the stated size may be wrong (0 under /proc, or a growing file). */
function readBounded(descriptor: number, toldSize: number, maxFileBytes: number): Uint8Array {
  // Not cleared: only the bytes read are returned.
  let buffer = Buffer.allocUnsafeSlow(Math.min(toldSize, maxFileBytes) + 1);
  let length = 0;
  for (;;) {
    const read = readSync(descriptor, buffer, length, buffer.length - length, null);
    length += read;
    if (read === 0 || length > maxFileBytes) return buffer.subarray(0, length);
    if (length < buffer.length) continue;
    const larger = Buffer.allocUnsafeSlow(Math.min(buffer.length * 2 + 65_536, maxFileBytes + 1));
    larger.set(buffer);
    buffer = larger;
  }
}

function refusedByError(error: unknown): Intake {
  const code = systemCode(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return refused('file_not_found', 'binary');
  if (code === 'EACCES' || code === 'EPERM') return refused('file_no_permission', 'binary');
  if (code === 'EISDIR') return refused('file_is_folder', 'binary');
  return refused('file_unreadable', 'binary', { reason: code === '' ? '?' : code });
}

function unpack(bytes: Uint8Array, maxFileBytes: number): Intake {
  try {
    const unpacked = gunzipSync(bytes, { maxOutputLength: maxFileBytes, chunkSize: 256 * 1024 });
    if (unpacked.length === 0) return refused('file_empty', 'empty');
    if (isGzip(unpacked)) return refused('file_gzip_nested', 'binary');
    return { kind: 'bytes', bytes: unpacked };
  } catch (error) {
    return systemCode(error) === 'ERR_BUFFER_TOO_LARGE'
      ? refused('file_too_large_unpacked', 'binary', limitOf(maxFileBytes))
      : refused('file_gzip_broken', 'binary');
  }
}
