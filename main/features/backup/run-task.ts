import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ZubiError } from '../../../contract/errors.ts';
import { moduleBeside } from '../../platform/module-beside.ts';
import { endInTurn, startAtRest, threadStart } from '../../platform/workers/threads.ts';
import type { BackupAnswer, BackupOrder, BackupTask } from './worker.ts';

const workerFile = moduleBeside(import.meta.url, './worker');

/** The result for a history that was checked or copied without a fault. */
type GoodHistory = Extract<BackupAnswer, { ok: true }>;

/**
 * The thread reads rows one by one and keeps none. The old generation has no limit of its own:
 * reaching it would end the thread inside SQLite.
 */
const heapLimits = { maxYoungGenerationSizeMb: 3 };

/**
 * Checks or copies a history in a separate thread: a long history takes seconds. Throws
 * `database_damaged`, `database_newer`, `disk_full`, `data_folder_not_writable`, `backup_failed`.
 * The thread checks the signal between two statements: ending it inside SQLite would end the whole
 * process.
 */
export async function runBackupTask(task: BackupTask, signal?: AbortSignal): Promise<GoodHistory> {
  if (signal?.aborted) throw ended();
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const askToEnd = () => void Atomics.store(stop, 0, 1);
  signal?.addEventListener('abort', askToEnd, { once: true });
  try {
    return await runThread({ task, stop });
  } finally {
    signal?.removeEventListener('abort', askToEnd);
  }
}

/**
 * Resolves after the thread has ended, so that a caller never closes what the thread still uses.
 */
async function runThread(order: BackupOrder): Promise<GoodHistory> {
  let gone: Promise<void> = Promise.resolve();
  let answered: Promise<BackupAnswer | null> = Promise.resolve(null);
  const worker = await startAtRest(async () => {
    const thread = new Worker(workerFile, {
      ...threadStart(),
      workerData: order,
      resourceLimits: heapLimits,
    });
    gone = new Promise((resolve) => void thread.once('exit', () => resolve()));
    answered = new Promise((resolve, reject) => {
      thread.once('message', resolve);
      thread.once('exit', () => resolve(null));
      thread.once('error', (cause) =>
        reject(new ZubiError('backup_failed', { cause: cause.name })),
      );
    });
    answered.catch(() => undefined);
    await Promise.race([once(thread, 'online').catch(() => undefined), gone]);
    return thread;
  });
  const answer = await answered;
  if (answer === null) throw ended();
  await endInTurn(() => {
    worker.postMessage('end');
    return gone;
  });
  if (answer.ok) return answer;
  throw new ZubiError(answer.error);
}

function ended(): ZubiError {
  return new ZubiError('backup_failed', { cause: 'ended' });
}
