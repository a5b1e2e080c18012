import { type Reply, ZubiError } from '../../../contract/errors.ts';
import { moduleBeside } from '../../platform/module-beside.ts';
import type {
  DocumentInspector,
  DocumentToInspect,
  InspectedDocument,
} from '../../platform/ports.ts';
import { WorkerPool } from '../../platform/workers/worker-pool.ts';

interface InspectorSettings {
  /** Maximum time for one document before its thread is ended. Default: 20,000 ms. */
  readonly timeLimitMs?: number;
}

const workerFile = moduleBeside(import.meta.url, './inspection/worker');

/** Inspects documents in a separate thread, which starts with the first one. */
export function createDocumentInspector({
  timeLimitMs = 20_000,
}: InspectorSettings = {}): DocumentInspector {
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
