import type { Piscina } from 'piscina';
import { ZubiError } from '../../../contract/errors.ts';
import type { DocumentInspector, InspectedDocument } from '../../platform/ports.ts';
import { limitWhileAwake } from '../../platform/workers/suspend-aware-timeout.ts';
import { endInTurn, startPool } from '../../platform/workers/threads.ts';
import type { InspectionAnswer, InspectionTask } from './inspection/worker.ts';

interface InspectorSettings {
  /** Longest a document may take before its thread is thrown away (20,000 ms). */
  readonly timeLimitMs?: number;
}

const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './inspection/worker.ts' : './inspection/worker.js',
  import.meta.url,
);

/** Longest the thread stays without work. */
const idleMs = 10_000;

/**
 * Looks at documents in a thread of its own, which starts with the first one and ends when there is
 * nothing to do.
 */
export function createDocumentInspector({
  timeLimitMs = 20_000,
}: InspectorSettings = {}): DocumentInspector {
  let pool: Piscina | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;

  const end = async () => {
    const ended = pool;
    pool = null;
    if (ended !== null) await endInTurn(() => ended.destroy());
  };

  const ask = async (task: InspectionTask): Promise<InspectionAnswer> => {
    clearTimeout(idle);
    try {
      pool ??= await startPool(workerFile);
      using limit = limitWhileAwake(timeLimitMs);
      const answer: InspectionAnswer = await pool.run(task, { signal: limit.signal });
      idle = setTimeout(end, idleMs).unref();
      return answer;
    } catch (error) {
      // The thread may be stuck in this document.
      await end();
      throw new ZubiError('check_failed', { name: task.name }, { cause: error });
    }
  };

  const inTurn = (task: InspectionTask): Promise<InspectionAnswer> => {
    const run = last.then(() => ask(task));
    last = run.catch(() => undefined);
    return run;
  };

  return {
    async inspect(file, limitBytes, keepBytes): Promise<InspectedDocument> {
      const answer = await inTurn({ path: file.path, name: file.name, limitBytes, keepBytes });
      if (answer.kind === 'good') return { ...answer.inspection, bytes: answer.bytes };
      throw new ZubiError({
        code: answer.error.code,
        details: { name: file.name, ...answer.error.details },
      });
    },
    async close() {
      await last;
      clearTimeout(idle);
      await end();
    },
  };
}
