/**
 * A second signal this soon is the same one: a library that cleans up at the end (`when-exit`)
 * sends it again.
 */
const sameSignalMs = 500;

/**
 * Resolves when the person or the system ends the process (Ctrl+C, SIGTERM, a closed terminal). A
 * second Ctrl+C ends it at once.
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
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  });
}
