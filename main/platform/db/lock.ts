import { chmodSync, lstatSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { systemCode } from '../system-code.ts';
import { toStoreError } from './errors.ts';

/**
 * Held while this process owns the data folder; the system releases it even when the process is
 * killed.
 */
interface FolderLock {
  release(): void;
}

/**
 * Takes the data folder for this process; returns null when another running Zubi has it. The lock
 * is SQLite's own lock of a writer on an otherwise empty database: no process number that could be
 * outdated, no file to remove after a crash. Throws `data_folder_not_writable`, `disk_full`.
 */
export function takeFolder(dataFolder: string): FolderLock | null {
  const path = join(dataFolder, 'lock.db');
  try {
    emptyLock(path);
    return takeLock(path);
  } catch (error) {
    throw toStoreError(error);
  }
}

/**
 * Nothing is ever written into it, so any content is damage. It is emptied in place: another
 * process may have locked it meanwhile. A link is removed: it may point to a file of the person.
 */
function emptyLock(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isSymbolicLink()) rmSync(path);
  else if (found?.isFile() && found.size > 0) truncateSync(path);
  for (const end of ['-journal', '-wal', '-shm'])
    rmSync(`${path}${end}`, { recursive: true, force: true });
}

/** Throws errors of SQLite and the system. */
function takeLock(path: string): FolderLock | null {
  const database = new Database(path, { timeout: 0 });
  try {
    chmodSync(path, 0o600);
    // Not `exclusive`: two that begin it at the same moment refuse each other.
    database.exec('begin immediate');
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    if (systemCode(error).startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
}
