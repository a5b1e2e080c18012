import { ZubiError } from '../../../contract/errors.ts';
import { moduleBeside } from '../../platform/module-beside.ts';
import { runInOwnThread } from '../../platform/workers/threads.ts';
import type { InspectionAnswer, InspectionTask } from './worker.ts';

/** How inspections are run; tests put other values in place. */
interface InspectionSettings {
  /** Longest an inspection may take (30,000 ms) before its thread is ended. */
  readonly timeLimitMs?: number;
  readonly workerFile?: URL;
}

type Sound = Extract<InspectionAnswer, { kind: 'sound' }>;

/**
 * Looks into a package in a thread of its own, which is ended afterwards: what is foreign never
 * meets the threads that check. Throws what is wrong with it; `schema_package_wrong` with reason
 * `time_limit` or `crashed` when the thread did not come to an end.
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
  const reason = error instanceof Error && error.name === 'AbortError' ? 'time_limit' : 'crashed';
  throw new ZubiError('schema_package_wrong', { file: '', reason, detail: '' }, { cause: error });
}
