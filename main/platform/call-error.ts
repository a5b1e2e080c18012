import { type CallError, ZubiError } from '../../contract/errors.ts';
import { toStoreError } from './db/errors.ts';

/**
 * An error as it may cross a border or be written down: ours as it is, what the disk or SQLite said
 * as its code, any other without its text, which could hold anything.
 */
export function toCallError(error: unknown): CallError {
  const known = toStoreError(error);
  if (known instanceof ZubiError) return { code: known.code, details: known.details };
  return { code: 'internal', details: { name: nameOf(error) } };
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
