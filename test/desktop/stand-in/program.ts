import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { runInThisContext } from 'node:vm';

/*
 * A program in the place of Electron's: it runs the main script of an application, with this
 * folder's module in the place of `electron`. As Electron it takes a checkout's folder first; with
 * `STAND_IN_ASAR` it is the program of that package, which takes arguments alone.
 */

const { STAND_IN_ASAR: archive, STAND_IN_PROGRAM: program = '' } = process.env;
if (archive !== undefined) await import('./asar.ts');
const folder = archive ?? process.argv[2] ?? '';
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

process.argv = [program, ...process.argv.slice(2)];
const resourcesPath = archive === undefined ? import.meta.dirname : dirname(archive);
Object.assign(process, { type: 'browser', resourcesPath });
Object.assign(process.versions, { electron: '45.4.1', chrome: '150.0.0.0' });

const url = new URL('electron.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url, shortCircuit: true } : next(specifier, context),
});
const electron = await import('./electron.ts');

/** Runs functions of the test with `electron`, as Playwright does; resolves after the first. */
function serveTest(): Promise<void> {
  const socket = connect(process.env.STAND_IN_CONTROL ?? '').on('error', () => undefined);
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

await serveTest();
electron.app.describe(manifest, archive !== undefined);
await import(pathToFileURL(join(folder, manifest.main)).href);
await electron.app.start();
