/**
 * How often the time is looked at. A longer gap was not work: the computer slept, or the process
 * was stopped.
 */
const lookMs = 250;

export interface SuspendAwareTimeout extends Disposable {
  /** Aborted after the time, with `TimeoutError`. */
  readonly signal: AbortSignal;
}

/**
 * A limit on the time that something takes while the computer is awake, in milliseconds: on some
 * systems the clock goes on while it sleeps, and what was being done when a lid was closed would be
 * over its time when it is opened. Ends with the block it was made in (`using`).
 */
export function limitWhileAwake(limitMs: number): SuspendAwareTimeout {
  const abort = new AbortController();
  const everyMs = Math.min(lookMs, limitMs);
  let [spentMs, lookedAt] = [0, performance.now()];
  const timer = setInterval(() => {
    const now = performance.now();
    spentMs += Math.min(now - lookedAt, 2 * everyMs);
    lookedAt = now;
    if (spentMs < limitMs) return;
    clearInterval(timer);
    abort.abort(new DOMException('took too long', 'TimeoutError'));
  }, everyMs);
  return { signal: abort.signal, [Symbol.dispose]: () => clearInterval(timer) };
}
