import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, dialog, session } from 'electron';
import { type App, createApp } from './app.ts';
import { startDesktop } from './electron/desktop.ts';
import { describeError } from './electron/error-words.ts';
import { readLaunch, windowFolder } from './electron/launch.ts';
import { createSafeStoragePort } from './electron/safe-storage.ts';
import { weakeningVariables } from './electron/switches.ts';
import { languageOf, textsIn } from './electron/texts.ts';
import { usualPlace, type WindowPlace, windowPlaceSchema } from './electron/window-place.ts';
import { hardenProcess } from './log/harden-process.ts';
import { createLog } from './log/log.ts';
import type { SandboxHost } from './ports.ts';
import { LiveSecrets } from './secrets/live-secrets.ts';
import { createDesktopSealers } from './secrets/sealers.ts';
import { createJsonFile } from './settings/json-file.ts';

/*
 * Face 1, the desktop: this file is what Electron starts. It only puts the parts together; what they do stands in `electron/`.
 */

const runsFromSource = import.meta.url.endsWith('.ts');
const root = fileURLToPath(new URL(runsFromSource ? '../' : '../../', import.meta.url));
const { isPackaged } = app;
const clock = (): Date => new Date();

if (isPackaged) for (const name of weakeningVariables) delete process.env[name];

const launch = readLaunch({ argv: process.argv, env: process.env, isPackaged, folder: process.cwd() });
const dataFolder = launch.dataFolder ?? join(app.getPath('appData'), 'Zubi');
// The host's own lines: opening the core's log twice would rotate it under the other writer.
const log = createLog({
  dataFolder: windowFolder(dataFolder),
  level: 'info',
  secrets: new LiveSecrets(),
  clock,
});

/** The sandbox knows the core, not the other way round; only a face brings the two together, when it runs. */
async function loadSandbox(): Promise<SandboxHost> {
  const file = new URL(runsFromSource ? '../sandbox/host.ts' : '../sandbox/host.js', import.meta.url);
  const { sandboxHost } = (await import(file.href)) as { sandboxHost: SandboxHost };
  return sandboxHost;
}

async function openApp(): Promise<App> {
  return createApp({
    dataFolder,
    face: 'desktop',
    version: app.getVersion(),
    sandbox: await loadSandbox(),
    sealers: createDesktopSealers(createSafeStoragePort()),
    resumeQueue: true,
    proxy: { resolveProxy: (url) => session.defaultSession.resolveProxy(url) },
  });
}

hardenProcess({
  log,
  onFatal: () => {
    const language = languageOf(app.getLocale());
    dialog.showErrorBox(textsIn(language).start.failed, describeError({ code: 'internal' }, language));
    app.exit(1);
  },
});
app.setAppUserModelId('eus.zubi.desktop');

startDesktop({
  launch,
  dataFolder,
  rendererFolder: join(root, 'dist', 'renderer'),
  preload: join(root, 'dist', 'preload', 'preload.cjs'),
  log,
  openApp,
  openWindowPlace: () =>
    createJsonFile<WindowPlace>({
      path: join(windowFolder(dataFolder), 'place.json'),
      version: 1,
      schema: windowPlaceSchema,
      defaults: usualPlace,
      setAside: 'at_once',
      clock,
    }),
  describeError,
});
