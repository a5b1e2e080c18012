import { createIdleLock, type IdlePace } from '../../platform/secrets/idle-lock.ts';
import type { Core, Dispatch } from '../core.ts';

/** Locks the keys after the idle time in the settings. `watch` counts each call as use. */
export function lockWhenIdle(
  core: Pick<Core, 'vault' | 'settings' | 'emit'>,
  { pace, idle }: { readonly pace: IdlePace; readonly idle: () => Promise<void> },
): { watch(dispatch: Dispatch): Dispatch; close(): void } {
  const { vault, settings } = core;
  const idleLock = createIdleLock({
    pace,
    rest: idle,
    limitMs() {
      const { backend, locked } = vault.protection();
      const { lockAfterMinutes } = settings.read();
      const canLock = backend === 'passphrase' && !locked && lockAfterMinutes > 0;
      return canLock ? lockAfterMinutes * 60_000 : null;
    },
    async lock() {
      await vault.lock();
      core.emit({ name: 'settings.changed', payload: {} });
    },
  });
  // The start counts as use: keys opened with a passphrase lock even when no call follows.
  return {
    watch(dispatch) {
      idleLock.noteCall();
      return async (method, input) => {
        const reply = await dispatch(method, input);
        idleLock.noteCall();
        return reply;
      };
    },
    close: () => idleLock.close(),
  };
}
