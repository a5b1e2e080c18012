/** A signal this soon after the first is the same one: terminal and launcher both send it. */
const sameSignalMs = 500;

/**
 * Resolves when the person or the system ends the process (Ctrl+C, SIGTERM, a closed terminal). A
 * second Ctrl+C ends it at once. `when-exit`, a dependency of the settings file's writer, would
 * send each signal to us again, on a busy machine too late to be taken for the same one.
 */
export function untilEnded(): Promise<void> {
  return new Promise((resolve) => {
    let firstAtMs: number | null = null;
    const end = () => {
      const nowMs = performance.now();
      if (firstAtMs !== null && nowMs - firstAtMs > sameSignalMs) process.exit(130);
      firstAtMs ??= nowMs;
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.removeAllListeners(signal);
      process.on(signal, end);
    }
  });
}
