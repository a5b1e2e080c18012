import { closeSync, openSync, readSync } from 'node:fs';
import { applicationId } from './migrate.ts';
import { migrations } from './migrations/list.ts';

/** Where SQLite's file format has the two numbers, 4 bytes each, big endian. */
const [userVersionAt, applicationIdAt, headerBytes] = [60, 68, 100];

/** Whether a version is from before the first step. */
export function isOlderVersion(version: number): boolean {
  return version < (migrations.at(0)?.version ?? 0);
}

/**
 * Whether a file's first bytes are those of a history from before the first step; false when
 * unreadable.
 */
export function isOlderFile(path: string): boolean {
  try {
    const descriptor = openSync(path, 'r');
    try {
      const header = Buffer.alloc(headerBytes);
      if (readSync(descriptor, header) < headerBytes) return false;
      if (header.readUInt32BE(applicationIdAt) !== applicationId) return false;
      const version = header.readUInt32BE(userVersionAt);
      return version > 0 && isOlderVersion(version);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return false;
  }
}
