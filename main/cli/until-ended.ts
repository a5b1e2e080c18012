/** Resolves when the person or the system ends the process (Ctrl+C, SIGTERM, a closed terminal). A second time ends it at once. */
export function untilEnded(): Promise<void> {
  return new Promise((resolve) => {
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
    const end = () => {
      // Without a listener the system's own answer is back: an impatient second Ctrl+C ends at once.
      for (const signal of signals) process.off(signal, end);
      resolve();
    };
    for (const signal of signals) process.on(signal, end);
  });
}
