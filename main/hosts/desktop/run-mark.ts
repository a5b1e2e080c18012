import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning, writeWholeFile } from '../../platform/files/whole-file.ts';
import { windowFolder } from './launch.ts';

const markOf = (dataFolder: string): string => join(windowFolder(dataFolder), 'running.pid');

/** Notes that this process has the lock. A full disk loses this note and nothing else. */
export function markRunning(dataFolder: string): void {
  try {
    writeWholeFile(markOf(dataFolder), String(process.pid));
  } catch {
    // Then a second start shows a box, besides this window.
  }
}

/**
 * Whether another Zubi runs on this folder. Electron refuses the lock to a second start, but also
 * where none can be made, as on a full disk.
 */
export function isRunningElsewhere(dataFolder: string): boolean {
  try {
    const pid = Number(readFileSync(markOf(dataFolder), 'utf8'));
    return pid !== process.pid && isRunning(pid);
  } catch {
    return false;
  }
}
