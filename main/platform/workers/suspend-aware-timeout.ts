/**
 * Interval of looking at the clock. A longer gap was not work: the computer slept, or the process
 * was stopped.
 */
const lookMs = 250;

interface SuspendAwareTimeout extends Disposable {
  /** Aborted after the time, with `TimeoutError`. */
  readonly signal: AbortSignal;
}

/**
 * A time limit in milliseconds that counts only while the computer is awake: on some systems the
 * clock goes on during sleep, and work in progress would be over its time when a lid is opened
 * again. Ends with the block that made it (`using`).
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
