import { type CallError, ZubiError } from '../../contract/errors.ts';
import { toStoreError } from './db/errors.ts';

/**
 * Makes an error safe to send or log: ours unchanged, those of the disk or SQLite as their code,
 * any other without its text, which could contain anything.
 */
export function toCallError(error: unknown): CallError {
  const known = toStoreError(error);
  if (known instanceof ZubiError) return { code: known.code, details: known.details };
  return { code: 'internal', details: { name: nameOf(error) } };
}

/** The service's own words about an error, where it said any. */
export function messageOf({ details }: CallError): string | null {
  return typeof details.message === 'string' ? details.message : null;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
