import { join } from 'node:path';
import { app, session } from 'electron';
import { createApp } from '../../app.ts';
import type { App } from '../../app-options.ts';
import type { UpdateSource } from '../../features/updates/public.ts';
import { hardenProcess } from '../../platform/log/harden-process.ts';
import { createLog } from '../../platform/log/log.ts';
import { LiveSecrets } from '../../platform/secrets/live-secrets.ts';
import { createDesktopSealers } from '../../platform/secrets/sealers.ts';
import { createSecretClipboard } from '../../platform/secrets/secret-clipboard.ts';
import { keepHeapsSmall } from '../../platform/workers/v8-memory-flags.ts';
import {
  applicationRoot,
  chooseDataFolder,
  chooseSessionFolder,
  chooseStateFolder,
  createSandboxHost,
  readSurroundings,
} from '../host.ts';
import { startRelay } from '../relay/server.ts';
import { createClipboardPort } from './clipboard.ts';
import { startDesktop } from './desktop.ts';
import { openDesktopPreferences } from './desktop-preferences.ts';
import { systemLanguage } from './desktop-settings.ts';
import { toErrorWords } from './error-words.ts';
import { readLaunch, windowFolder } from './launch.ts';
import { openElectronStore } from './preferences.ts';
import { refuse } from './refuse.ts';
import { createSafeStoragePort } from './safe-storage.ts';
import { weakeningVariables } from './switches.ts';
import { findKind, isForbidden, policyPath, readTrust } from './update-place.ts';
import { createUpdater } from './updater.ts';

/*
 * The desktop host: Electron starts this file. It only puts the parts together.
 */

keepHeapsSmall();
const { isPackaged } = app;
const clock = (): Date => new Date();

if (isPackaged) for (const name of weakeningVariables) delete process.env[name];

/** Read before this process makes its own files private. */
const personUmask = process.platform === 'win32' ? null : process.umask();

const launch = readLaunch({
  argv: process.argv,
  env: process.env,
  isPackaged,
  program: process.execPath,
  folder: process.cwd(),
});
const surroundings = { ...readSurroundings(), env: launch.placeVariables };
const dataFolder = chooseDataFolder(launch.dataFolder, surroundings);
const sessionFolder = chooseSessionFolder(
  windowFolder(dataFolder),
  launch.dataFolder,
  surroundings,
);
// The host's own log, apart from the core's: two writers would rotate one file under each other.
const log = createLog({
  folder: join(windowFolder(dataFolder), 'log'),
  level: 'info',
  secrets: new LiveSecrets(),
  clock,
});

const kind = isPackaged ? findKind(process.platform, launch.appImage, process.resourcesPath) : null;
const updater = kind === null ? null : createUpdater({ kind, log, ...launch, personUmask });
const updates: UpdateSource | null =
  kind === null || updater === null
    ? null
    : {
        trust: readTrust(applicationRoot()),
        isForbidden: isForbidden(policyPath(process.platform, process.env)),
        target: { platform: process.platform, arch: process.arch, kind },
        folder: join(sessionFolder, 'updates'),
        // Chromium's network: it knows the system's proxy and certificates.
        fetch: (url, { signal }) =>
          session.defaultSession.fetch(url, { signal, cache: 'no-store', credentials: 'omit' }),
        prepare: updater.prepare,
        leave: updater.leave,
      };

async function openApp(chooseFolder: () => Promise<string | null>): Promise<App> {
  const core = await createApp({
    dataFolder,
    stateFolder: chooseStateFolder(surroundings),
    face: 'desktop',
    version: app.getVersion(),
    sandbox: createSandboxHost(),
    sealers: createDesktopSealers(createSafeStoragePort()),
    preferences: {
      open: openElectronStore,
      usualLanguage: systemLanguage(),
    },
    clipboard: createSecretClipboard(createClipboardPort()),
    chooseFolder,
    proxy: { resolveProxy: (url) => session.defaultSession.resolveProxy(url) },
    ...(updates === null ? {} : { updates }),
  });
  const relay = core.ownsDataFolder ? await startRelay(core, dataFolder) : null;
  return {
    ...core,
    async close(options) {
      relay?.end();
      await core.close(options).finally(() => relay?.close());
    },
  };
}

hardenProcess({ log, onFatal: (code) => refuse((language) => toErrorWords({ code }, language)) });
app.setAppUserModelId('eus.zubi.desktop');

const built = join(applicationRoot(), 'dist');
startDesktop({
  launch,
  dataFolder,
  sessionFolder,
  applicationFolder: applicationRoot(),
  rendererFolder: join(built, 'renderer'),
  preload: join(built, 'preload', 'preload.cjs'),
  personUmask,
  signals: process,
  log,
  clock,
  openApp,
  updater,
  openPreferences: () => openDesktopPreferences({ dataFolder, open: openElectronStore, clock }),
});
