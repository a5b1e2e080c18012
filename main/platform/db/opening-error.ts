import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';
import { ZubiError } from '../../../contract/errors.ts';
import { systemCode } from '../system-code.ts';
import { canOpen, toStoreError } from './errors.ts';

/**
 * The reason why a history did not open. SQLite reports a changed byte in many ways. Unless the
 * disk is full, another program holds the file, or the file or folder really is not writable, it is
 * `database_damaged`, which opens recovery. Errors from elsewhere are returned as `toStoreError`
 * has them.
 */
export function toOpeningError(error: unknown, path: string): unknown {
  const known = toStoreError(error);
  const code = systemCode(error);
  if (!code.startsWith('SQLITE_')) return known;
  const isKnown = known instanceof ZubiError;
  if (isKnown && (known.code !== 'data_folder_not_writable' || !isUsable(path))) return known;
  return new ZubiError('database_damaged', { cause: code }, { cause: error });
}

/** Whether this process may read and write the file, and add others beside it. */
function isUsable(path: string): boolean {
  try {
    accessSync(dirname(path), constants.R_OK | constants.W_OK | constants.X_OK);
    return canOpen(path, 'r+');
  } catch {
    return false;
  }
}
