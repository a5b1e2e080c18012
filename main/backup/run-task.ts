import { Worker } from 'node:worker_threads';
import { ZubiError } from '../../contract/errors.ts';
import { endInTurn, threadStart, threadsAtRest } from '../threads.ts';
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
export async function runBackupTask(task: BackupTask, signal?: AbortSignal): Promise<GoodHistory> {
  await threadsAtRest();
  if (signal?.aborted) throw new ZubiError('backup_failed', { cause: 'ended' });
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const askToEnd = () => void Atomics.store(stop, 0, 1);
  signal?.addEventListener('abort', askToEnd, { once: true });
  try {
    return await runThread({ task, stop });
  } finally {
    signal?.removeEventListener('abort', askToEnd);
  }
}

/** Answers when the thread is gone, so that whoever closes after it closes nothing under its feet. */
function runThread(order: BackupOrder): Promise<GoodHistory> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(workerFile, {
      ...threadStart(),
      workerData: order,
      resourceLimits: heapLimits,
    });
    const gone = new Promise<void>((resolveGone) => void worker.once('exit', () => resolveGone()));
    let answer: BackupAnswer | null = null;
    worker.once('message', (message: BackupAnswer) => {
      answer = message;
      void endInTurn(() => {
        worker.postMessage('end');
        return gone;
      });
    });
    worker.once('error', (cause) => reject(new ZubiError('backup_failed', { cause: cause.name })));
    worker.once('exit', () => {
      if (answer === null) reject(new ZubiError('backup_failed', { cause: 'ended' }));
      else if (answer.ok) resolve(answer);
      else reject(new ZubiError(answer.error.code, answer.error.details));
    });
  });
}
