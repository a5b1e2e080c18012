import { writeFileSync } from 'node:fs';
import type { Log } from '../ports.ts';
import { endAtCrashSignals } from './crash-signals.ts';
import { describeError } from './describe-error.ts';
import { faultPlaces } from './fault-places.ts';

export interface HardenOptions {
  readonly log: Log;
  /**
   * Called once after a fault that nothing caught was logged; it ends the process. Given the
   * fault's code alone.
   */
  readonly onFatal: (code: string) => void;
}

/**
 * Closes the ways in which a process gives away what it holds: files open to others (umask 0077,
 * which SQLite's companions need), diagnostic reports with the environment in them, core dumps on
 * Linux (a dump then holds none of the memory; macOS and Windows write none by default) and stacks
 * on the terminal. Signals that stand for a crash end the process at once. Gives back what undoes
 * the listeners.
 */
export function hardenProcess(options: HardenOptions): () => void {
  if (process.platform !== 'win32') process.umask(0o077);
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
 * them. Inherited by children.
 */
function emptyCoreDumps(): void {
  if (process.platform !== 'linux') return;
  try {
    writeFileSync('/proc/self/coredump_filter', '0x0');
  } catch {
    // A kernel without this file: core dumps stay as the system's administrator set them.
  }
}
