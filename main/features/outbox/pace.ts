/** Time and random numbers of the queue, so that tests control both. */
export interface QueuePace {
  /**
   * Milliseconds since a fixed moment. It never goes back, so setting the clock changes no wait.
   * The system decides whether it counts while the computer sleeps.
   */
  readonly now: () => number;
  /** From 0 up to, but not including, 1. */
  readonly random: () => number;
  /** Runs a function once, later. Returns a function that cancels it. */
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

/** An alarm that rings once. Setting it again replaces it. */
export class Alarm {
  readonly #pace: QueuePace;
  readonly #ring: () => void;
  #cancel: (() => void) | null = null;

  constructor(pace: QueuePace, ring: () => void) {
    this.#pace = pace;
    this.#ring = ring;
  }

  get isSet(): boolean {
    return this.#cancel !== null;
  }

  set(milliseconds: number): void {
    this.clear();
    this.#cancel = this.#pace.after(milliseconds, () => {
      this.#cancel = null;
      this.#ring();
    });
  }

  clear(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}

export function waitFor(pace: QueuePace, milliseconds: number): Promise<void> {
  return new Promise((resolve) => void pace.after(milliseconds, resolve));
}

export interface OutboxOptions {
  readonly pace: QueuePace;
  /**
   * Whether the queue waits out a long absence of the service (a window), or ends what this run has
   * queued (a command).
   */
  readonly isPatient: boolean;
}
