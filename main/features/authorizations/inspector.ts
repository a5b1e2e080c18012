import { ZubiError } from '../../../contract/errors.ts';
import type { DocumentInspector, InspectedDocument } from '../../platform/ports.ts';
import { WorkerPool } from '../../platform/workers/worker-pool.ts';
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
  const pool = new WorkerPool<InspectionTask, InspectionAnswer>({
    ...{ workerFile, timeLimitMs, threads: 1 },
  });
  let idle: NodeJS.Timeout | undefined;

  const ask = async (task: InspectionTask): Promise<InspectionAnswer> => {
    clearTimeout(idle);
    try {
      return await pool.ask(task);
    } catch (cause) {
      throw new ZubiError('check_failed', { name: task.name }, { cause });
    } finally {
      idle = setTimeout(() => pool.rest(), idleMs).unref();
    }
  };

  return {
    async inspect(file, limitBytes, keepBytes): Promise<InspectedDocument> {
      const answer = await ask({ path: file.path, name: file.name, limitBytes, keepBytes });
      if (answer.kind === 'good') return { ...answer.inspection, bytes: answer.bytes };
      throw new ZubiError({
        code: answer.error.code,
        details: { name: file.name, ...answer.error.details },
      });
    },
    close() {
      clearTimeout(idle);
      return pool.close();
    },
  };
}
