import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/*
 * A program in the place of Electron's: it runs the main script of an application, with this
 * folder's module in the place of `electron`. As Electron it takes a checkout's folder first; with
 * `STAND_IN_ASAR` it is the program of that package, which takes arguments alone.
 */

const { STAND_IN_ASAR: archive, STAND_IN_PROGRAM: program = process.execPath } = process.env;
const folder = archive ?? process.argv[2] ?? '';
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const here = import.meta.dirname;

process.argv = [program, ...process.argv.slice(2)];
const resourcesPath = archive === undefined ? here : dirname(archive);
Object.assign(process, { type: 'browser', resourcesPath });
Object.assign(process.versions, { electron: '45.4.1', chrome: '150.0.0.0' });

const standIn = pathToFileURL(join(here, 'electron.ts')).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
});

const { app } = await import('./application.ts');
app.describe(manifest, archive !== undefined);
await import(pathToFileURL(join(folder, manifest.main)).href);
await app.start();
