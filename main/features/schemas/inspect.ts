import { ZubiError } from '../../../contract/errors.ts';
import { moduleBeside } from '../../platform/module-beside.ts';
import { isTimeout, runInOwnThread } from '../../platform/workers/threads.ts';
import type { InspectionAnswer, InspectionTask } from './worker.ts';

/** Settings of inspections; tests set other values. */
interface InspectionSettings {
  /** Maximum time of an inspection before its thread is ended. Default: 30,000 ms. */
  readonly timeLimitMs?: number;
  readonly workerFile?: URL;
}

type Sound = Extract<InspectionAnswer, { kind: 'sound' }>;

/**
 * Inspects a package in a separate thread, which is ended afterwards, so that foreign content never
 * reaches the validator's threads. Throws the package's fault; `schema_package_wrong` with reason
 * `time_limit` or `crashed` when the thread gave no answer.
 */
export async function inspectPackage(
  task: InspectionTask,
  settings: InspectionSettings = {},
): Promise<Sound> {
  const { timeLimitMs = 30_000, workerFile = moduleBeside(import.meta.url, './worker') } = settings;
  const answer = await runInOwnThread<InspectionAnswer>(workerFile, task, { timeLimitMs }).catch(
    toWrong,
  );
  if (answer.kind === 'sound') return answer;
  throw new ZubiError(answer.error);
}

function toWrong(error: unknown): never {
  const reason = isTimeout(error) ? 'time_limit' : 'crashed';
  throw new ZubiError('schema_package_wrong', { file: '', reason, detail: '' }, { cause: error });
}
