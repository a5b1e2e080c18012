import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { runInThisContext } from 'node:vm';
import type { ElectronApplication } from 'playwright-core';

/*
 * The line between a test and the main process of the stand-in: functions go there, their results
 * come back, as with Playwright and the real Electron.
 */

/** The test's end. */
export class MainProcess {
  readonly #socket: Socket;
  readonly #asked: PromiseWithResolvers<never>[] = [];

  constructor(socket: Socket) {
    this.#socket = socket;
    const lines = createInterface({ input: socket }).on('error', () => undefined);
    lines.on('line', (line) => {
      const { id, value, error } = JSON.parse(line);
      if (error === undefined) this.#asked[id]?.resolve(value as never);
      else this.#asked[id]?.reject(new Error(error));
    });
    socket.on('close', () => {
      for (const { reject } of this.#asked) reject(new Error('the program has ended'));
    });
  }

  evaluate: ElectronApplication['evaluate'] = (run: unknown, arg?: unknown) => {
    const asked = Promise.withResolvers<never>();
    const id = this.#asked.push(asked) - 1;
    this.#socket.write(`${JSON.stringify({ id, source: String(run), arg })}\n`);
    return asked.promise;
  };
}

/** The program's end, on the socket at a path. Resolves after the first function. */
export function serveTest(path: string, electron: object): Promise<void> {
  const socket = connect(path).on('error', () => undefined);
  const served = Promise.withResolvers<void>();
  createInterface({ input: socket }).on('line', async (line) => {
    const { id, source, arg } = JSON.parse(line);
    const run = async () => (await runInThisContext(`(${source})`)(electron, arg)) ?? null;
    const answer = await run().then(
      (value) => ({ id, value }),
      (error: Error) => ({ id, error: error.message }),
    );
    socket.write(`${JSON.stringify(answer)}\n`);
    served.resolve();
  });
  return served.promise.then(() => void socket.unref());
}
