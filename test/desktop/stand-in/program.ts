import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/*
 * A program that stands for Electron's: `electron FOLDER [ARGUMENT ...]` runs the main script of
 * the application in a folder, with this folder's module in the place of `electron`.
 */

const here = import.meta.dirname;
const standIn = pathToFileURL(join(here, 'electron.ts')).href;
registerHooks({
  resolve: (specifier, context, next) =>
    /^electron(?:\/main|\/common)?$/.test(specifier)
      ? { url: standIn, shortCircuit: true }
      : next(specifier, context),
});

const [, , folder = '', ...args] = process.argv;
process.argv = [process.env.STAND_IN_PROGRAM ?? process.execPath, folder, ...args];
Object.assign(process, { type: 'browser', resourcesPath: join(here, 'resources') });
Object.assign(process.versions, { electron: '45.4.1', chrome: '150.0.0.0' });

const { app } = await import('./application.ts');
const { main } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
await import(pathToFileURL(join(folder, main)).href);
await app.start();
