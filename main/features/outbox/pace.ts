/** Time and chance as the queue sees them, so that tests decide both. */
export interface QueuePace {
  /**
   * Milliseconds since some fixed moment that never goes back: a clock that is set changes no wait.
   * Whether it goes on while the computer sleeps is the system's choice.
   */
  readonly now: () => number;
  /** From 0 up to, but not including, 1. */
  readonly random: () => number;
  /** Runs something once, later; gives back the function that takes it back. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
}

export const realQueuePace: QueuePace = {
  now: () => performance.now(),
  random: Math.random,
  after: (milliseconds, run) => {
    const timer = setTimeout(run, Math.ceil(milliseconds));
    return () => clearTimeout(timer);
  },
};

/** Resolves after so many milliseconds. */
export function waitFor(pace: QueuePace, milliseconds: number): Promise<void> {
  return new Promise((resolve) => void pace.after(milliseconds, resolve));
}

/** What an outbox is made of. */
export interface OutboxOptions {
  readonly pace: QueuePace;
  /**
   * Whether a long absence of the service is waited out (a window), or ends what this run has
   * queued (a command).
   */
  readonly patient: boolean;
}
