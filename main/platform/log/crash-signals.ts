const crashSignals = [
  'SIGABRT',
  'SIGIOT',
  'SIGQUIT',
  'SIGTRAP',
  'SIGSYS',
  'SIGXCPU',
  'SIGXFSZ',
] as const;

/**
 * Lets a crash signal end the process at once, as the system intends. `when-exit`, a dependency of
 * the settings file's writer, listens to all of them once loaded, and to SIGABRT under both of its
 * names: its first listener sends the signal again, the second swallows it, and the process lives
 * on. Besides, the sender of such a signal (a watchdog, Ctrl+\) means a process that may no longer
 * reach its listeners. What `when-exit` would clean up, the next start does. Call this after it is
 * loaded.
 */
export function endAtCrashSignals(): void {
  for (const signal of crashSignals) process.removeAllListeners(signal);
}
