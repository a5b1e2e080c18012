import { Worker } from 'node:worker_threads';
import { ZubiError } from '../../contract/errors.ts';
import { threadStart } from '../threads.ts';
import type { BackupAnswer, BackupOrder, BackupTask } from './worker.ts';

const workerFile = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url);

/** A history as it was found, or copied. */
export type GoodHistory = Extract<BackupAnswer, { ok: true }>;

/** Rows are read one by one and none is kept. The old generation has no limit of its own: reaching it would end the thread inside SQLite. */
const heapLimits = { maxYoungGenerationSizeMb: 3 };

/**
 * Looks at a history, or copies it, in a thread of its own: on a long history it takes seconds. Throws `database_damaged`, `database_newer`,
 * `disk_full`, `data_folder_not_writable`, `backup_failed`. A signal is heeded between two statements: a thread that is ended inside SQLite takes
 * the whole process with it.
 */
export function runBackupTask(task: BackupTask, signal?: AbortSignal): Promise<GoodHistory> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new ZubiError('backup_failed', { cause: 'ended' }));
    if (signal?.aborted) {
      ended();
      return;
    }
    const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const worker = new Worker(workerFile, {
      ...threadStart(),
      workerData: { task, stop } satisfies BackupOrder,
      resourceLimits: heapLimits,
    });
    const askToEnd = () => void Atomics.store(stop, 0, 1);
    signal?.addEventListener('abort', askToEnd, { once: true });
    let answer: BackupAnswer | null = null;
    worker.once('message', (message: BackupAnswer) => {
      answer = message;
    });
    worker.once('error', (cause) => reject(new ZubiError('backup_failed', { cause: cause.name })));
    // Answered when the thread is gone, so that whoever closes after it closes nothing under its feet.
    worker.once('exit', () => {
      signal?.removeEventListener('abort', askToEnd);
      if (answer === null) ended();
      else if (answer.ok) resolve(answer);
      else reject(new ZubiError(answer.error.code, answer.error.details));
    });
  });
}
