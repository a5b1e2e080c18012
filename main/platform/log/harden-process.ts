import { writeFileSync } from 'node:fs';
import type { Log } from '../ports.ts';
import { endAtCrashSignals } from './crash-signals.ts';
import { describeError } from './describe-error.ts';
import { faultPlaces } from './fault-places.ts';

interface HardenOptions {
  readonly log: Log;
  /**
   * Called once after an uncaught fault was logged; it ends the process. Receives the fault's code
   * only.
   */
  readonly onFatal: (code: string) => void;
}

const ownUmask = 0o077;
/** The umask before; null where there is none (Windows), or it was not changed. */
let umaskBefore: number | null = null;

/** The person's own umask; null where there is none. */
export const personUmask = (): number | null => umaskBefore;

/** Starts another program of the person's, such as a browser, with the umask from before. */
export function startForPerson(start: () => void): void {
  if (umaskBefore !== null) process.umask(umaskBefore);
  try {
    start();
  } finally {
    if (umaskBefore !== null) process.umask(ownUmask);
  }
}

/**
 * Closes the ways in which a process leaks its data: files open to others (umask 0077, which
 * SQLite's companion files need), diagnostic reports with the environment, core dumps on Linux (a
 * dump then contains none of the memory; macOS and Windows write none by default) and stacks on the
 * terminal. Crash signals end the process at once. Returns a function that removes the listeners.
 */
export function hardenProcess(options: HardenOptions): () => void {
  if (process.platform !== 'win32') umaskBefore ??= process.umask(ownUmask);
  emptyCoreDumps();
  endAtCrashSignals();
  process.report.reportOnFatalError = false;
  process.report.reportOnUncaughtException = false;
  process.report.reportOnSignal = false;
  process.report.excludeEnv = true;
  let isOver = false;
  const onUncaught = (error: unknown): void => {
    const description = describeError(error);
    options.log.error('process.fault', { ...description, places: faultPlaces(error) });
    if (isOver) return;
    isOver = true;
    options.onFatal(description.errorCode);
  };
  process.on('uncaughtException', onUncaught);
  process.on('unhandledRejection', onUncaught);
  return () => {
    process.off('uncaughtException', onUncaught);
    process.off('unhandledRejection', onUncaught);
  };
}

/**
 * Node cannot lower the limit on core files; the kernel can be told to leave all memory out of
 * them. Children inherit it.
 */
function emptyCoreDumps(): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync('/proc/self/coredump_filter', '0x0');
  } catch {
    // A kernel without this file: core dumps stay as the system's administrator set them.
  }
}
