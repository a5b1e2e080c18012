import { accessSync, closeSync, constants, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { ZubiError } from '../../../contract/errors.ts';
import { toStoreError } from './errors.ts';

/** SQLite has up to five files of a history open; a check needs more than it does. */
const descriptors = 8;

/**
 * What kept a history from being opened. SQLite says of a changed byte in many ways that it cannot
 * go on: unless the disk is full, another program holds the file, or the file or its folder may
 * really not be written, it is `database_damaged`, which has a way back. What SQLite did not throw
 * is given back as it is, or as `toStoreError` has it.
 */
export function toOpeningError(error: unknown, path: string): unknown {
  const known = toStoreError(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!code.startsWith('SQLITE_')) return known;
  const isKnown = known instanceof ZubiError;
  if (isKnown && (known.code !== 'data_folder_not_writable' || !isUsable(path))) return known;
  return new ZubiError('database_damaged', { cause: code }, { cause: error });
}

/** Whether the system lets this process read and write the file, and add others beside it. */
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
