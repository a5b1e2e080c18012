import { Worker } from 'node:worker_threads';
import { ZubiError } from '../../contract/errors.ts';
import type { BackupAnswer, BackupTask } from './worker.ts';

const workerFile = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url);

/** A history as it was found, or copied. */
export type GoodHistory = Extract<BackupAnswer, { ok: true }>;

/**
 * Looks at a history, or copies it, in a thread of its own: on a long history it takes seconds. Throws `database_damaged`, `database_newer`,
 * `disk_full`, `data_folder_not_writable`, `backup_failed`.
 */
export function runBackupTask(task: BackupTask, signal?: AbortSignal): Promise<GoodHistory> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(new ZubiError('backup_failed', { cause: 'ended' }));
      return;
    }
    const worker = new Worker(workerFile, { workerData: task });
    // A thread that is ended while it loads its code can take the whole process with it (see `main/ledger/lane.ts`).
    let isLoaded = false;
    const end = () => {
      if (isLoaded) void worker.terminate();
    };
    signal?.addEventListener('abort', end, { once: true });
    worker.on('message', (answer: BackupAnswer | 'loaded') => {
      if (answer === 'loaded') {
        isLoaded = true;
        if (signal?.aborted) end();
      } else if (answer.ok) resolve(answer);
      else reject(new ZubiError(answer.error.code, answer.error.details));
    });
    worker.once('error', (cause) => reject(new ZubiError('backup_failed', { cause: cause.name })));
    worker.once('exit', () => {
      signal?.removeEventListener('abort', end);
      reject(new ZubiError('backup_failed', { cause: 'ended' }));
    });
  });
}
