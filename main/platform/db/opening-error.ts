import { accessSync, closeSync, constants, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { ZubiError } from '../../../contract/errors.ts';
import { toStoreError } from './errors.ts';

/** SQLite keeps up to five files of a history open; a check needs more. */
const descriptors = 8;

/**
 * The reason why a history did not open. SQLite reports a changed byte in many ways: unless the
 * disk is full, another program holds the file, or the file or folder really is not writable, it is
 * `database_damaged`, which has a way back. Errors from elsewhere are returned as `toStoreError`
 * has them.
 */
export function toOpeningError(error: unknown, path: string): unknown {
  const known = toStoreError(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!code.startsWith('SQLITE_')) return known;
  const isKnown = known instanceof ZubiError;
  if (isKnown && (known.code !== 'data_folder_not_writable' || !isUsable(path))) return known;
  return new ZubiError('database_damaged', { cause: code }, { cause: error });
}

/** Whether this process may read and write the file, and add others beside it. */
function isUsable(path: string): boolean {
  const opened: number[] = [];
  try {
    accessSync(dirname(path), constants.R_OK | constants.W_OK | constants.X_OK);
    for (let count = 0; count < descriptors; count += 1) opened.push(openSync(path, 'r+'));
    return true;
  } catch {
    return false;
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}
