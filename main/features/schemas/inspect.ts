import { ZubiError } from '../../../contract/errors.ts';
import { moduleBeside } from '../../platform/module-beside.ts';
import { askOwnThread } from '../../platform/workers/threads.ts';
import type { InspectionTask, SoundPackage } from './worker.ts';

const workerFile = moduleBeside(import.meta.url, './worker');

/** Settings of inspections; tests set other values. */
interface InspectionSettings {
  /** Maximum time of an inspection before its thread is ended. Default: 30,000 ms. */
  readonly timeLimitMs?: number;
}

/**
 * Inspects a package in a separate thread, which is ended afterwards, so that foreign content never
 * reaches the validator's threads. Throws the package's fault; `schema_package_wrong` with reason
 * `time_limit` or `crashed` when the thread gave no answer.
 */
export function inspectPackage(
  task: InspectionTask,
  { timeLimitMs = 30_000 }: InspectionSettings = {},
): Promise<SoundPackage> {
  return askOwnThread(workerFile, task, { timeLimitMs }, (reason, options) => {
    return new ZubiError('schema_package_wrong', { file: '', reason, detail: '' }, options);
  });
}
