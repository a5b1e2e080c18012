import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { appFolder, resources } from './place.ts';

/*
 * A program in the place of Electron's: it runs the main script of an application, with this
 * folder's module in the place of `electron`.
 */

const here = import.meta.dirname;
const standIn = pathToFileURL(join(here, 'electron.ts')).href;
registerHooks({
  resolve: (specifier, context, next) =>
    /^electron(?:\/main|\/common)?$/.test(specifier)
      ? { url: standIn, shortCircuit: true }
      : next(specifier, context),
});

Object.assign(process, { type: 'browser', resourcesPath: resources });
Object.assign(process.versions, { electron: '45.4.1', chrome: '150.0.0.0' });

const { app } = await import('./application.ts');
const { main } = JSON.parse(readFileSync(join(appFolder, 'package.json'), 'utf8'));
await import(pathToFileURL(join(appFolder, main)).href);
await app.start();
