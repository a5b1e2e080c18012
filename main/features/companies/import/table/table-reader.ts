import pLimit from 'p-limit';
import { ZubiError } from '../../../../../contract/errors.ts';
import { moduleBeside } from '../../../../platform/module-beside.ts';
import { askOwnThread } from '../../../../platform/workers/threads.ts';
import type { ImportTable } from './table.ts';
import type { TableTask } from './worker.ts';

/** How files are read; tests set other values. */
interface TableReaderSettings {
  /** Maximum time for a file before its thread is ended. Default: 10,000 ms. */
  readonly timeLimitMs?: number;
  /** Maximum heap of the thread before it is ended. Default: 256 MB. */
  readonly heapMegabytes?: number;
  readonly workerFile?: URL;
}

/**
 * Reads tables, one at a time, each in a separate thread, which is ended afterwards. Throws the
 * file's fault, or `import_stopped` with reason `time_limit` or `crashed` when the thread gave no
 * answer.
 */
export function createTableReader(settings: TableReaderSettings = {}) {
  const {
    timeLimitMs = 10_000,
    heapMegabytes = 256,
    workerFile = moduleBeside(import.meta.url, './worker'),
  } = settings;
  const resourceLimits = { maxOldGenerationSizeMb: heapMegabytes };
  const toError = (reason: string, options: ErrorOptions) =>
    new ZubiError('import_stopped', { reason }, options);
  const inTurn = pLimit(1);
  return (task: TableTask): Promise<ImportTable> =>
    inTurn(() => askOwnThread(workerFile, task, { timeLimitMs, resourceLimits }, toError));
}
