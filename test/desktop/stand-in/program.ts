import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serveTest } from '../control.ts';

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

await serveTest(process.env.STAND_IN_CONTROL ?? '', electron);
electron.app.describe(manifest, archive !== undefined);
await import(pathToFileURL(join(folder, manifest.main)).href);
await electron.app.start();
