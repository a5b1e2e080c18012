/**
 * Time as the lock sees it: monotonic, so that a clock that is set neither locks nor keeps open.
 */
export interface IdlePace {
  /** Milliseconds since some fixed moment. */
  readonly now: () => number;
  /** Runs something once, later; gives back the function that takes it back. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
}

export interface IdleLockOptions {
  readonly pace: IdlePace;
  /** How long nobody must have called; null while there is nothing to lock. */
  readonly limitMs: () => number | null;
  /** Resolves when nothing is queued or on its way: what was begun is not cut. */
  readonly rest: () => Promise<void>;
  readonly lock: () => Promise<void>;
}

export interface IdleLock {
  /** To be told of each call, and of each change of the limit. */
  noteCall(): void;
  close(): void;
}

/** Locks when nobody has called for a while and the queue is at rest. */
export function createIdleLock({ pace, limitMs, rest, lock }: IdleLockOptions): IdleLock {
  let calledAt = pace.now();
  let isClosed = false;
  let cancel = () => {};

  /** 0 when it is over; null when there is nothing to wait for. */
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
    // Somebody may have called while the last files were on their way.
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
