import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { app } from 'electron';
import type { AppUpdater, UpdateInfo } from 'electron-updater';
import type { UpdateSource } from '../../features/updates/public.ts';
import { describeError } from '../../platform/log/describe-error.ts';
import type { Log } from '../../platform/ports.ts';
import { startAnew } from './start-anew.ts';

type Kind = UpdateSource['target']['kind'];
type VerifiedUpdate = Parameters<UpdateSource['prepare']>[0];

/** The system's installer for a verified file. */
export interface Updater {
  readonly prepare: UpdateSource['prepare'];
  readonly leave: UpdateSource['leave'];
  /** The person stays, or something is still to be sent: nothing is installed now. */
  cancel(): void;
  /** After the core is closed: whether the installer takes over and ends this run. */
  begin(): boolean;
}

interface UpdaterOptions {
  readonly kind: Kind;
  readonly appImage: string | null;
  readonly personUmask: number | null;
  readonly log: Log;
}

/**
 * electron-updater, which knows each system's installer, with one file and its signed hash: it asks
 * only our server on loopback, and verifies its own copy again.
 */
export function createUpdater({ kind, appImage, personUmask, log }: UpdaterOptions): Updater {
  let prepared: AppUpdater | null = null;
  let isWanted = false;
  const reopen = (error: Error): void => {
    log.error('desktop.update_failed', describeError(error));
    startAnew([], { appImage, personUmask });
    app.quit();
  };
  return {
    async prepare(file) {
      prepared = null;
      const server = await serveFile(file);
      try {
        prepared = await handOver(kind, file, server.url);
      } finally {
        server.close();
      }
    },
    leave() {
      isWanted = true;
      app.quit();
    },
    cancel() {
      isWanted = false;
    },
    begin() {
      if (prepared === null || !isWanted) return false;
      prepared.on('error', reopen);
      if (personUmask !== null) process.umask(personUmask);
      log.info('desktop.update_begins');
      prepared.quitAndInstall(true, true);
      return true;
    },
  };
}

async function handOver(kind: Kind, file: VerifiedUpdate, url: string): Promise<AppUpdater> {
  // Loaded here: it uses parts of Electron that exist only after `ready`.
  const { default: updaters } = await import('electron-updater');
  const { name, version, sizeBytes: size, sha512 } = file;
  const info = { url: name, size, sha512 };
  class OneFile extends updaters.Provider<UpdateInfo> {
    constructor(_options: unknown, _updater: unknown, runtime: object) {
      // Its type is not exported.
      super(runtime as never);
    }
    async getLatestVersion(): Promise<UpdateInfo> {
      return { version, files: [info], path: name, sha512, releaseDate: '' };
    }
    resolveFiles() {
      return [{ url: new URL(url), info }];
    }
  }
  const classes = {
    nsis: updaters.NsisUpdater,
    zip: updaters.MacUpdater,
    AppImage: updaters.AppImageUpdater,
    deb: updaters.DebUpdater,
    rpm: updaters.RpmUpdater,
  };
  const updater: AppUpdater = new classes[kind]();
  updater.setFeedURL({ provider: 'custom', updateProvider: OneFile });
  // No automatic install: a person decides, and the core is closed first.
  Object.assign(updater, { autoDownload: false, autoInstallOnAppQuit: false, logger: null });
  Object.assign(updater, { disableDifferentialDownload: true, disableWebInstaller: true });
  // The failure rejects below; without a listener it would also be thrown.
  updater.on('error', () => undefined);
  const found = await updater.checkForUpdates();
  if (!found?.isUpdateAvailable) throw new Error('the installer does not take this version');
  await updater.downloadUpdate();
  return updater;
}

/** The file at a secret address of this machine. */
async function serveFile({
  path,
  name,
  sizeBytes,
}: VerifiedUpdate): Promise<{ readonly url: string; close(): void }> {
  const place = `/${randomBytes(24).toString('hex')}/${name}`;
  const server: Server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== place) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-length': sizeBytes });
    createReadStream(path)
      .on('error', () => response.destroy())
      .pipe(response);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${place}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
