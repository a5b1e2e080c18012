import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SandboxHost } from '../main/platform/ports.ts';
import { endInTurn, startAtRest, threadStart } from '../main/platform/workers/threads.ts';
import type { HostMessage } from './host-worker.ts';

/**
 * Runs the sandbox inside the application, in a thread of its own, so that its work blocks neither
 * window nor core. Its state is in `sandbox/` of the data folder.
 */
export const sandboxHost: SandboxHost = {
  start: (dataFolder) =>
    startAtRest(async () => {
      const entry = import.meta.url.endsWith('.ts') ? './host-worker.ts' : './host-worker.js';
      const worker = new Worker(new URL(entry, import.meta.url), {
        ...threadStart(),
        workerData: { folder: join(dataFolder, 'sandbox') },
      });
      const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
      // After the start, a fault of the thread ends the sandbox: clients see a refused connection.
      worker.on('error', () => undefined);
      try {
        const { baseUrl, userApiKey } = await firstMessage(worker);
        const close = () => {
          worker.postMessage('close');
          return ended;
        };
        return { baseUrl, userApiKey, close: () => endInTurn(close) };
      } catch (error) {
        // A thread that could not start ends by itself; nothing else starts until then.
        await ended;
        throw error;
      }
    }),
};

function firstMessage(worker: Worker): Promise<{ baseUrl: string; userApiKey: string }> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The sandbox ended before it was ready.')));
    worker.once('message', (message: HostMessage) => {
      worker.off('error', reject);
      if (message.kind === 'ready') resolve(message);
      else reject(Object.assign(new Error(message.reason), { code: message.code }));
    });
  });
}
