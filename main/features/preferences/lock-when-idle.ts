import type { Core, Dispatch } from '../core.ts';

/** Time for the lock: monotonic, so that setting the clock neither locks nor keeps open. */
interface IdlePace {
  /** Milliseconds since a fixed moment. */
  readonly now: () => number;
  /** Runs a function once, later; returns a function that cancels it. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
}

interface IdleLockOptions {
  readonly pace: IdlePace;
  /** Resolves when nothing is queued or being sent: work in progress is not cut. */
  readonly idle: () => Promise<void>;
}

/**
 * Locks the keys when nobody has called for the idle time in the settings and nothing is under way.
 * `watch` counts each call as use.
 */
export function lockWhenIdle(
  core: Pick<Core, 'vault' | 'settings' | 'emit'>,
  { pace, idle }: IdleLockOptions,
): { watch(dispatch: Dispatch): Dispatch; close(): void } {
  const { vault, settings } = core;
  let calledAt = pace.now();
  let isClosed = false;
  let cancel = () => {};

  /** 0 when the time is over; null when there is nothing to lock. */
  const leftMs = (): number | null => {
    const { backend, locked } = vault.protection();
    const { lockAfterMinutes } = settings.read();
    const canLock = backend === 'passphrase' && !locked && lockAfterMinutes > 0;
    if (!canLock || isClosed) return null;
    return Math.max(0, calledAt + lockAfterMinutes * 60_000 - pace.now());
  };
  const arm = () => {
    cancel();
    const left = leftMs();
    if (left !== null) cancel = pace.after(left, () => void expire());
  };
  const expire = async () => {
    if (leftMs() === 0) await idle();
    // Someone may have called while the last files were being sent.
    if (leftMs() !== 0) return arm();
    await vault.lock();
    core.emit({ name: 'settings.changed', payload: {} });
  };
  /** For each call too: it may have changed the idle time. */
  const noteUse = () => {
    calledAt = pace.now();
    arm();
  };
  return {
    watch(dispatch) {
      // The start counts as use: keys opened with a passphrase lock even when no call follows.
      noteUse();
      return async (method, input) => {
        const reply = await dispatch(method, input);
        noteUse();
        return reply;
      };
    },
    close() {
      isClosed = true;
      cancel();
    },
  };
}
