import { setTimeout as sleep } from 'node:timers/promises';
import { toCallError } from './call-error.ts';

const againMs = 1000;

/**
 * Writes what is known only once, as an answer of the service. When the disk refuses it, throws
 * that error at once and goes on trying, until it is written (`onLate`) or the process ends.
 */
export async function keepWriting<Value>(
  write: () => Promise<Value>,
  onLate: () => void = () => undefined,
): Promise<Value> {
  try {
    return await write();
  } catch (error) {
    void tryAgain(write, onLate, error);
    throw error;
  }
}

async function tryAgain(
  write: () => Promise<unknown>,
  onLate: () => void,
  first: unknown,
): Promise<void> {
  for (let error = first; isOfDisk(error); ) {
    await sleep(againMs, undefined, { ref: false });
    try {
      await write();
      return onLate();
    } catch (next) {
      error = next;
    }
  }
}

function isOfDisk(error: unknown): boolean {
  return ['disk_full', 'data_folder_not_writable'].includes(toCallError(error).code);
}
