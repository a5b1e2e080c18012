import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { type ErrorCode, ZubiError } from '../../../contract/errors.ts';
import { systemCode } from '../system-code.ts';

const codesByPrefix: readonly (readonly [string, ErrorCode])[] = [
  ['SQLITE_FULL', 'disk_full'],
  ['SQLITE_IOERR_SHMSIZE', 'disk_full'],
  ['SQLITE_CORRUPT', 'database_damaged'],
  ['SQLITE_NOTADB', 'database_damaged'],
  ['SQLITE_READONLY', 'data_folder_not_writable'],
  ['SQLITE_CANTOPEN', 'data_folder_not_writable'],
  ['SQLITE_PERM', 'data_folder_not_writable'],
  ['SQLITE_BUSY', 'database_locked'],
  ['SQLITE_LOCKED', 'database_locked'],
  // Windows: another program has the file open.
  ['EBUSY', 'database_locked'],
  ['EMFILE', 'too_many_open_files'],
  ['ENFILE', 'too_many_open_files'],
  ['ENOSPC', 'disk_full'],
  ['EDQUOT', 'disk_full'],
  ['EACCES', 'data_folder_not_writable'],
  ['EPERM', 'data_folder_not_writable'],
  ['EROFS', 'data_folder_not_writable'],
  ['ENOTDIR', 'data_folder_not_writable'],
];

/**
 * Turns an error of SQLite or the file system into one of the contract; an unknown error is
 * returned unchanged.
 */
export function toStoreError(error: unknown): unknown {
  if (error instanceof ZubiError || !(error instanceof Error) || !('code' in error)) return error;
  const code = String(error.code);
  // One code for everything that keeps a file from being opened or a thread from being started.
  if (startsWithAny(code, coarseCodes) && !canOpen(devNull, 'r'))
    return new ZubiError('too_many_open_files', { cause: code }, { cause: error });
  // A changed byte of a text, which SQLite itself does not notice.
  if (code === 'SQLITE_ERROR' && error.message.startsWith('malformed JSON'))
    return new ZubiError('database_damaged', { cause: 'json' }, { cause: error });
  const known = codesByPrefix.find(([prefix]) => code.startsWith(prefix));
  return known ? new ZubiError(known[1], { cause: code }, { cause: error }) : error;
}

/** Whether SQLite refused a statement because of a constraint. */
export function isConstraintFault(error: unknown): boolean {
  return systemCode(error).startsWith('SQLITE_CONSTRAINT');
}

/** Whether a row with these values exists already. */
export function isUniqueFault(error: unknown): boolean {
  return systemCode(error) === 'SQLITE_CONSTRAINT_UNIQUE';
}

const coarseCodes = ['SQLITE_CANTOPEN', 'ERR_WORKER_INIT_FAILED'];
const startsWithAny = (code: string, all: readonly string[]) =>
  all.some((each) => code.startsWith(each));

/** Number of files that SQLite or a thread needs at once; a history has up to five. */
const descriptors = 8;

/** Whether this process can open a file as often as SQLite needs. */
export function canOpen(path: string, flags: 'r' | 'r+'): boolean {
  const opened: number[] = [];
  try {
    for (let count = 0; count < descriptors; count += 1) opened.push(openSync(path, flags));
    return true;
  } catch {
    return false;
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}
