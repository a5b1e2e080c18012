import { ZubiError } from '../../../contract/errors.ts';

/**
 * Whether the key will not come back by itself: another keychain, or one that has lost or changed
 * it.
 */
export function isGone(error: unknown): boolean {
  if (!(error instanceof ZubiError)) return false;
  if (error.code === 'secrets_backend_changed') return true;
  return (
    error.code === 'secrets_unreadable' &&
    ['missing', 'decrypt'].includes(String(error.details.reason))
  );
}

/** For `catch`: what is gone is null, anything else goes on. */
export function onlyIfGone(error: unknown): null {
  if (isGone(error)) return null;
  throw error;
}

/** For `catch`: everything goes on. */
export function rethrow(error: unknown): never {
  throw error;
}

/** What a keeper throws is never shown: its text may quote what it keeps. */
export function toVaultError(error: unknown): ZubiError {
  return error instanceof ZubiError
    ? error
    : new ZubiError('secrets_unreadable', { reason: 'unavailable' });
}
