/** Time for the lock: monotonic, so that setting the clock neither locks nor keeps open. */
export interface IdlePace {
  /** Milliseconds since a fixed moment. */
  readonly now: () => number;
  /** Runs a function once, later; returns a function that cancels it. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
}

interface IdleLockOptions {
  readonly pace: IdlePace;
  /** Idle time before locking; null while there is nothing to lock. */
  readonly limitMs: () => number | null;
  /** Resolves when nothing is queued or being sent: work in progress is not cut. */
  readonly rest: () => Promise<void>;
  readonly lock: () => Promise<void>;
}

interface IdleLock {
  /** Call it for each call, and for each change of the limit. */
  noteCall(): void;
  close(): void;
}

/** Locks when nobody has called for a while and the queue is idle. */
export function createIdleLock({ pace, limitMs, rest, lock }: IdleLockOptions): IdleLock {
  let calledAt = pace.now();
  let isClosed = false;
  let cancel = () => {};

  /** 0 when the time is over; null when there is nothing to wait for. */
  const leftMs = (): number | null => {
    const limit = limitMs();
    return limit === null || isClosed ? null : Math.max(0, calledAt + limit - pace.now());
  };
  const arm = () => {
    cancel();
    const left = leftMs();
    if (left !== null) cancel = pace.after(left, () => void expire());
  };
  const expire = async () => {
    if (leftMs() === 0) await rest();
    // Someone may have called while the last files were being sent.
    if (leftMs() === 0) await lock();
    else arm();
  };
  return {
    noteCall() {
      calledAt = pace.now();
      arm();
    },
    close() {
      isClosed = true;
      cancel();
    },
  };
}
