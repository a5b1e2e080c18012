import { ZubiError } from '../../../contract/errors.ts';

/** Why secrets cannot be read: `missing`, `decrypt`, `unavailable`, `temporarily_unavailable`. */
export const unreadable = (reason: string): ZubiError =>
  new ZubiError('secrets_unreadable', { reason });

/** Whether the key will not return by itself: another keychain, or one that lost or changed it. */
export function isGone(error: unknown): boolean {
  if (!(error instanceof ZubiError)) return false;
  if (error.code === 'secrets_backend_changed') return true;
  return (
    error.code === 'secrets_unreadable' &&
    ['missing', 'decrypt'].includes(String(error.details.reason))
  );
}

/** For `catch`: a lost key is null, other errors are thrown on. */
export function onlyIfGone(error: unknown): null {
  if (isGone(error)) return null;
  throw error;
}

/** For `catch`: every error is thrown on. */
export function rethrow(error: unknown): never {
  throw error;
}

/** Errors of a keeper are never shown: their text may quote a secret. */
export function toVaultError(error: unknown): ZubiError {
  return error instanceof ZubiError ? error : unreadable('unavailable');
}
