import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import nodeFs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ZubiError } from '../../../contract/errors.ts';
import { systemCode } from '../system-code.ts';
import { moveFileSync } from './move-file.ts';

/** The calls of `node:fs` that writing needs; tests replace them by faults. */
export type WholeFileSystem = Pick<
  typeof nodeFs,
  'openSync' | 'writeSync' | 'fsyncSync' | 'closeSync' | 'readFileSync' | 'renameSync' | 'rmSync'
>;

const privateMode = 0o600;

/**
 * Writes a file so that at any moment the old or the new content is there, whole: a temporary file
 * beside it is written, flushed, read back and only then renamed over it, mode 0600. Errors:
 * `disk_full`, `data_folder_not_writable`; both leave the old file untouched.
 */
export function writeWholeFile(
  path: string,
  content: string | Uint8Array,
  fs: WholeFileSystem = nodeFs,
): void {
  const bytes = Buffer.from(content);
  const temporary = temporaryPath(path);
  try {
    writeFlushed(temporary, bytes, fs);
    if (!fs.readFileSync(temporary).equals(bytes))
      throw new ZubiError('disk_full', { file: basename(path) });
    moveFileSync(temporary, path, fs);
    flushFolder(dirname(path), fs);
  } catch (error) {
    removeQuietly(temporary, fs);
    throw toStorageError(error, path);
  }
}

/**
 * Removes temporary files of killed writers for this path: those of processes that no longer run.
 * Writing is synchronous within a process, so a file with our own number is a leftover too.
 */
export function sweepLeftovers(path: string): void {
  const prefix = `.${basename(path)}.`;
  for (const name of listFolder(dirname(path))) {
    if (!name.startsWith(prefix) || !name.endsWith('.tmp')) continue;
    const writer = Number(name.slice(prefix.length).split('-')[0]);
    if (writer !== process.pid && isRunning(writer)) continue;
    removeQuietly(join(dirname(path), name));
  }
}

/** The contract's error for a failed call of the file system. */
export function toStorageError(error: unknown, path: string): ZubiError {
  if (error instanceof ZubiError) return error;
  const reason = systemCode(error) || 'unknown';
  const full = reason === 'ENOSPC' || reason === 'EDQUOT';
  return new ZubiError(full ? 'disk_full' : 'data_folder_not_writable', {
    file: basename(path),
    reason,
  });
}

function temporaryPath(path: string): string {
  const name = `.${basename(path)}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`;
  return join(dirname(path), name);
}

/** Writes a new file, to the disk itself. Throws `disk_full`, and the system's errors. */
export function writeFlushed(path: string, bytes: Uint8Array, fs: WholeFileSystem = nodeFs): void {
  const descriptor = fs.openSync(path, 'wx', privateMode);
  try {
    let written = 0;
    while (written < bytes.length) {
      // A full disk may take a part and report it only by this count.
      const count = fs.writeSync(descriptor, bytes, written, bytes.length - written);
      if (count <= 0) throw new ZubiError('disk_full', { file: basename(path) });
      written += count;
    }
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Makes new names in a folder durable; Windows has no such call. */
export function flushFolder(folder: string, fs: WholeFileSystem = nodeFs): void {
  if (process.platform !== 'win32') flush(folder, 'r', fs);
}

/** Makes the content of a file durable that another library has written. */
export function flushFile(path: string): void {
  flush(path, 'r+', nodeFs);
}

function flush(path: string, flags: 'r' | 'r+', fs: WholeFileSystem): void {
  const descriptor = fs.openSync(path, flags);
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Removes a file where that is possible: on Windows another program may have it open. */
export function removeQuietly(path: string, fs: Pick<WholeFileSystem, 'rmSync'> = nodeFs): void {
  try {
    fs.rmSync(path, { force: true });
  } catch {
    // The next start removes what cannot be removed now.
  }
}

function listFolder(folder: string): string[] {
  try {
    return nodeFs.readdirSync(folder);
  } catch {
    return [];
  }
}

/** Whether a process of this number runs, of whatever program. */
export function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}
