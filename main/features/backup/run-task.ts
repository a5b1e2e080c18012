import { addAbortListener } from 'node:events';
import { ZubiError } from '../../../contract/errors.ts';
import type { CheckedHistory } from '../../platform/db/check.ts';
import { moduleBeside } from '../../platform/module-beside.ts';
import { askOwnThread } from '../../platform/workers/threads.ts';
import type { BackupOrder, BackupTask } from './worker.ts';

const workerFile = moduleBeside(import.meta.url, './worker');

/**
 * The thread reads rows one by one and keeps none. The old generation has no limit of its own:
 * reaching it would end the thread inside SQLite.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 3 };

/**
 * Checks or copies a history in a separate thread: a long history takes seconds. Throws
 * `database_damaged`, `database_newer`, `disk_full`, `data_folder_not_writable`, `backup_failed`.
 * The thread checks the signal between two statements: ending it inside SQLite would end the whole
 * process.
 */
export async function runBackupTask(
  task: BackupTask,
  signal?: AbortSignal,
): Promise<CheckedHistory> {
  if (signal?.aborted) throw new ZubiError('backup_failed', { cause: 'ended' });
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  using _listener = signal && addAbortListener(signal, () => void Atomics.store(stop, 0, 1));
  const order: BackupOrder = { task, stop };
  return await askOwnThread(workerFile, order, { resourceLimits }, (reason, options) => {
    return new ZubiError('backup_failed', { cause: reason }, options);
  });
}
