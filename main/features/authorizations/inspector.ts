import { ZubiError } from '../../../contract/errors.ts';
import { moduleBeside } from '../../platform/module-beside.ts';
import type {
  DocumentInspector,
  DocumentToInspect,
  InspectedDocument,
} from '../../platform/ports.ts';
import { WorkerPool } from '../../platform/workers/worker-pool.ts';
import type { InspectionAnswer } from './inspection/worker.ts';

interface InspectorSettings {
  /** Maximum time for one document before its thread is ended. Default: 20,000 ms. */
  readonly timeLimitMs?: number;
}

const workerFile = moduleBeside(import.meta.url, './inspection/worker');

/** Maximum time that the thread stays without work. */
const idleMs = 10_000;

/**
 * Inspects documents in a separate thread. The thread starts with the first document and ends when
 * idle.
 */
export function createDocumentInspector({
  timeLimitMs = 20_000,
}: InspectorSettings = {}): DocumentInspector {
  const pool = new WorkerPool<DocumentToInspect, InspectionAnswer>({
    workerFile,
    timeLimitMs,
    threads: 1,
  });
  let idle: NodeJS.Timeout | undefined;

  const ask = async (task: DocumentToInspect): Promise<InspectionAnswer> => {
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
    async inspect(document): Promise<InspectedDocument> {
      const answer = await ask(document);
      if (answer.kind === 'good') return { ...answer.inspection, bytes: answer.bytes };
      throw new ZubiError({
        code: answer.error.code,
        details: { name: document.name, ...answer.error.details },
      });
    },
    close() {
      clearTimeout(idle);
      return pool.close();
    },
  };
}
