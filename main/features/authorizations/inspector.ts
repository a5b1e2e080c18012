import { type Reply, ZubiError } from '../../../contract/errors.ts';
import { moduleBeside } from '../../platform/module-beside.ts';
import type {
  DocumentInspector,
  DocumentToInspect,
  InspectedDocument,
} from '../../platform/ports.ts';
import { WorkerPool } from '../../platform/workers/worker-pool.ts';

const workerFile = moduleBeside(import.meta.url, './inspection/worker');

/**
 * Inspects documents in a separate thread, which starts with the first one and is ended where one
 * takes longer than `timeLimitMs`.
 */
export function createDocumentInspector(timeLimitMs = 20_000): DocumentInspector {
  const pool = new WorkerPool<DocumentToInspect, Reply<InspectedDocument>>({
    workerFile,
    timeLimitMs,
    threads: 1,
  });
  return {
    async inspect(document): Promise<InspectedDocument> {
      const { name } = document;
      const reply = await pool.ask(document).catch((cause: unknown) => {
        throw new ZubiError('check_failed', { name }, { cause });
      });
      if (reply.ok) return reply.value;
      const { code, details } = reply.error;
      throw new ZubiError({ code, details: { name, ...details } });
    },
    close: () => pool.close(),
  };
}
