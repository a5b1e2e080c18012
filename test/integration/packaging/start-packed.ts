import { registerHooks } from 'node:module';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { IpcMainInvokeEvent } from 'electron';
import * as electron from '../../unit/desktop/fake-electron.ts';

/*
 * Starts the packed desktop in plain Node, with the stand-in in Electron's place: `node
 * start-packed.ts FOLDER [DOCUMENT...]`. Prints what its window would see as one line of JSON, and leaves as a
 * person would.
 */

const standIn = new URL('../../unit/desktop/fake-electron.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
});

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

async function fetchPage(
  path: string,
): Promise<{ status: number; type: string | null; bytes: number }> {
  const request = { url: `app://zubi${path}`, method: 'GET' } as Request;
  const response = await electron.served.get('app')?.(request);
  if (response === undefined) throw new Error('nothing serves the window');
  const bytes = (await response.arrayBuffer()).byteLength;
  return { status: response.status, type: response.headers.get('content-type'), bytes };
}

const page = { detached: false, parent: null, origin: 'app://zubi', url: 'app://zubi/index.html' };
const asPage = { senderFrame: page } as unknown as IpcMainInvokeEvent;

electron.app.isPackaged = true;
await import(pathToFileURL(join(process.argv[2] ?? '', 'dist/main/hosts/desktop/main.js')).href);
electron.app.ready.resolve();
await until(() => electron.FakeWindow.all.length > 0 || electron.calls.includes('exit 70'));
const [window] = electron.FakeWindow.all;
const ask = (method: string, input: unknown) =>
  electron.ipcHandlers.get('zubi:call')?.(asPage, JSON.stringify({ method, input }));

/** As if they were dropped on the window. */
async function validate(paths: readonly string[]): Promise<unknown> {
  if (paths.length === 0) return null;
  const dropped = paths.map((path) => ({ name: basename(path), path }));
  const taken = await electron.ipcHandlers.get('zubi:files')?.(asPage, dropped);
  const { value } = taken as { readonly value: readonly { readonly fileId: string }[] };
  const fileIds = value.map(({ fileId }) => fileId);
  return ask('submissions.check', { fileIds });
}

const seen = {
  shown: electron.shown,
  loaded: window?.loaded,
  preload: window?.options.webPreferences?.preload,
  menu: electron.menus.at(-1)?.map(({ label }) => label),
  page: await fetchPage('/index.html'),
  outside: await fetchPage('/../../package.json'),
  trustsAnybody: process.env.NODE_TLS_REJECT_UNAUTHORIZED ?? null,
  status: await ask('app.status', {}),
  updates: await ask('updates.get', {}),
  companies: await ask('companies.list', {}),
  checked: await validate(process.argv.slice(3)),
};
process.stdout.write(`${JSON.stringify(seen)}\n`);
electron.app.emit('before-quit', { preventDefault: () => undefined });
await until(() => electron.calls.includes('quit'));
