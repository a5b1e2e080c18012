import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { startSandbox } from './server.ts';

/** The thread's first message: that it serves, or why it cannot, with the system's code. */
export type HostMessage =
  | { readonly kind: 'ready'; readonly baseUrl: string; readonly userApiKey: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly code: string };

/** Serves until the other side posts `close`. */
async function serve(port: NonNullable<typeof parentPort>, folder: string): Promise<void> {
  const say = (message: HostMessage) => port.postMessage(message);
  try {
    const sandbox = await startSandbox({ folder });
    port.once('message', () => {
      sandbox.close().finally(() => port.close());
    });
    say({ kind: 'ready', baseUrl: sandbox.baseUrl, userApiKey: sandbox.userApiKey });
  } catch (error) {
    const { message = 'unknown', code = '' } = error as NodeJS.ErrnoException;
    say({ kind: 'failed', reason: message, code });
    port.close();
  }
}

if (!isMainThread && parentPort !== null) await serve(parentPort, String(workerData.folder));
