import { randomUUID } from 'node:crypto';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ZubiError } from '../../../contract/errors.ts';
import { moveFile } from './move-file.ts';
import { toStorageError } from './whole-file.ts';

/**
 * What a person saves gets the rights of their other files: this process itself keeps its files
 * from everybody else (umask 0077). `umask` is the person's, null where there is none (Windows).
 */
export async function giveToPerson(path: string | Buffer, umask: number | null): Promise<void> {
  if (umask === null) return;
  // A disk without rights (a stick, a share) keeps its own.
  await chmod(path, 0o666 & ~umask).catch(() => undefined);
}

/**
 * Writes a file where a person wants it, piece by piece: it is there whole or not at all, and one
 * that it replaces stays until then. Throws `disk_full`, `file_not_written` and what `pieces`
 * throws.
 */
export async function writeForPerson(
  path: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  umask: number | null,
): Promise<void> {
  // Not with its name, which may be as long as a name can be.
  const temporary = join(dirname(path), `.zubi-${randomUUID()}.part`);
  try {
    await writeFile(temporary, pieces, { flag: 'wx', mode: 0o600, flush: true });
    await moveFile(temporary, path);
    await giveToPerson(path, umask);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    const { code, details } = toStorageError(error, path);
    if (code !== 'data_folder_not_writable') throw new ZubiError({ code, details });
    throw new ZubiError('file_not_written', {
      file: basename(path),
      reason: String(details.reason),
    });
  }
}
