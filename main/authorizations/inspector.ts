import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { ZubiError } from '../../contract/errors.ts';
import { limitAwake } from '../awake-limit.ts';
import type { DocumentInspector, InspectedDocument } from '../ports.ts';
import type { InspectionAnswer, InspectionTask } from './inspection/worker.ts';

interface InspectorSettings {
  /** Longest a document may take before its thread is thrown away (20,000 ms, the thread's start included). */
  readonly timeLimitMs?: number;
}

/** Longest the thread stays without work. */
const idleMs = 10_000;

/** Looks at documents in a thread of its own, which starts with the first one and ends when there is nothing to do. */
export function createDocumentInspector({ timeLimitMs = 20_000 }: InspectorSettings = {}): DocumentInspector {
  let pool: Piscina | null = null;
  let last: Promise<unknown> = Promise.resolve();

  const end = async () => {
    const ended = pool;
    pool = null;
    await ended?.destroy();
  };

  const ask = async (task: InspectionTask): Promise<InspectionAnswer> => {
    pool ??= startThread();
    try {
      using limit = limitAwake(timeLimitMs);
      return await pool.run(task, { signal: limit.signal });
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
      throw new ZubiError(answer.error.code, { name: file.name, ...answer.error.details });
    },
    async close() {
      await last;
      await end();
    },
  };
}

function startThread(): Piscina {
  const file = import.meta.url.endsWith('.ts') ? './inspection/worker.ts' : './inspection/worker.js';
  return new Piscina({
    filename: fileURLToPath(new URL(file, import.meta.url)),
    name: 'answer',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs,
    // A thread needs nothing of how this process was started.
    execArgv: [],
    env: {},
  });
}
