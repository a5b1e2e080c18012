import { chmodSync, readdirSync, statSync } from 'node:fs';
import { makeFolder } from './make-folder.ts';
import { toStorageError } from './whole-file.ts';

/** Files that identify a data folder. */
const ourFiles = new Set(['zubi.db', 'secrets.json', 'settings.json', 'lock.db', 'zubi.log']);

/**
 * Makes a folder that only this user may enter (0700). An existing folder is closed to others when
 * it is empty or has our files; any other folder keeps its mode, since the files in it are 0600 in
 * any case. Errors: `data_folder_not_writable`, `disk_full`.
 */
export function preparePrivateFolder(folder: string): void {
  try {
    makeFolder(folder);
    if (process.platform === 'win32' || (statSync(folder).mode & 0o077) === 0) return;
    const names = readdirSync(folder);
    if (names.length === 0 || names.some((name) => ourFiles.has(name))) chmodSync(folder, 0o700);
  } catch (error) {
    throw toStorageError(error, folder);
  }
}
