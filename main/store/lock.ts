import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { toStoreError } from './errors.ts';

/**
 * Held while this process owns the data folder; the system lets go of it even when the process is
 * killed.
 */
export interface FolderLock {
  release(): void;
}

/**
 * Takes the data folder for this process, or gives back null when another running Zubi has it. The
 * lock is SQLite's own exclusive file lock on an otherwise empty database: no process number that
 * could go stale, no file to clean up after a crash. Throws `data_folder_not_writable`,
 * `disk_full`.
 */
export function takeFolder(dataFolder: string): FolderLock | null {
  const path = join(dataFolder, 'lock.db');
  const database = openLock(path);
  try {
    chmodSync(path, 0o600);
    database.pragma('locking_mode = EXCLUSIVE');
    database.exec('begin exclusive');
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY'))
      return null;
    throw toStoreError(error);
  }
}

function openLock(path: string): Database.Database {
  try {
    return new Database(path, { timeout: 0 });
  } catch (error) {
    throw toStoreError(error);
  }
}
