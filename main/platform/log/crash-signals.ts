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
 * Lets a signal that stands for a crash end the process at once, as the system means it.
 * `when-exit`, which comes with the writer of the settings file, listens to all of them as soon as
 * it is loaded, and to SIGABRT under both of its names: its first listener sends the signal again,
 * the second swallows it, and the process lives on. Besides, whoever sends one of these (a
 * watchdog, Ctrl+\) means a process that may no longer come to its listeners. What `when-exit`
 * would clear away, the next start does. To be called once that is loaded.
 */
export function endAtCrashSignals(): void {
  for (const signal of crashSignals) process.removeAllListeners(signal);
}
