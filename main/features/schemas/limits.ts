import { posix } from 'node:path';
import { ZubiError } from '../../../contract/errors.ts';

/** Limits of a schema package; the ledger's own has 16 files and 190 KB. */
export const packageLimits = {
  /** Bytes of a zip file before unpacking. */
  zipBytes: 16 * 1024 * 1024,
  /** Entries of a zip file, or files and folders below a folder. */
  entries: 2000,
  /** Bytes of one file. */
  fileBytes: 4 * 1024 * 1024,
  /** Bytes of all files taken together. */
  totalBytes: 24 * 1024 * 1024,
  /** Schema files and manifest taken. */
  files: 500,
  /** How many times larger an entry of a zip file may become, beyond `ratioFromBytes`. */
  ratio: 100,
  ratioFromBytes: 256 * 1024,
  /** Folders inside folders. */
  depth: 6,
} as const;

/**
 * Whether a file name is taken from a package: schemas and the manifest, but not what systems add.
 */
export function isTaken(path: string): boolean {
  const name = posix.basename(path);
  if (name.startsWith('.') || path.split('/').includes('__MACOSX')) return false;
  return name.toLowerCase().endsWith('.xsd') || name === 'manifest.json';
}

/** The error for a package that is too large. */
export function tooLarge(
  what: 'file' | 'total' | 'entries' | 'ratio' | 'zip',
  file: string,
): ZubiError {
  return new ZubiError('schema_package_too_large', { what, file: file.slice(0, 200) });
}

/** Files of a package, within its limits. */
export interface Collector {
  readonly files: Map<string, Uint8Array>;
  add(path: string, bytes: Uint8Array): void;
}

export function createCollector(): Collector {
  const files = new Map<string, Uint8Array>();
  const seen = new Set<string>();
  let total = 0;
  return {
    files,
    add(path, bytes) {
      if (!isTaken(path)) return;
      // Two names that are the same on a Windows disk would hide each other.
      const key = path.normalize('NFC').toLowerCase();
      if (seen.has(key))
        throw new ZubiError('schema_package_unsafe', { reason: 'duplicate', file: path });
      total += bytes.byteLength;
      if (bytes.byteLength > packageLimits.fileBytes) throw tooLarge('file', path);
      if (total > packageLimits.totalBytes) throw tooLarge('total', path);
      if (files.size >= packageLimits.files) throw tooLarge('entries', path);
      seen.add(key);
      files.set(path, bytes);
    },
  };
}
