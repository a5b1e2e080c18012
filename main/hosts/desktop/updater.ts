import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, copyFileSync, createReadStream, renameSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { app } from 'electron';
import type { AppUpdater, UpdateInfo } from 'electron-updater';
import type { UpdateSource } from '../../features/updates/public.ts';
import { flushFile } from '../../platform/files/whole-file.ts';
import { describeError } from '../../platform/log/describe-error.ts';
import type { Log } from '../../platform/ports.ts';
import { startAnew } from './start-anew.ts';

type Kind = UpdateSource['target']['kind'];
type VerifiedUpdate = Parameters<UpdateSource['prepare']>[0];

/** Time limit for an installer to end this run: Squirrel.Mac may never answer. */
const takeOverLimitMs = 5 * 60_000;

/** The system's installer for a verified file. */
export interface Updater {
  readonly prepare: UpdateSource['prepare'];
  readonly leave: UpdateSource['leave'];
  /** The person stays, or something is still to be sent: nothing is installed now. */
  cancel(): void;
  /**
   * After the core is closed: whether the installer takes over and ends this run. `onFailed` is
   * called when it does not after all.
   */
  begin(onFailed: () => void): boolean;
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
export function createUpdater(options: UpdaterOptions): Updater {
  const { personUmask, log } = options;
  let prepared: AppUpdater | null = null;
  let isWanted = false;
  return {
    async prepare(file) {
      prepared = null;
      using server = await serveFile(file);
      prepared = await handOver(options, file, server.url);
    },
    leave() {
      isWanted = true;
      app.quit();
    },
    cancel() {
      isWanted = false;
    },
    begin(onFailed) {
      if (prepared === null || !isWanted) return false;
      const installer = Promise.withResolvers<never>();
      prepared.once('error', installer.reject);
      installer.promise.catch((error) => {
        log.error('desktop.update_failed', describeError(error));
        onFailed();
      });
      if (personUmask !== null) process.umask(personUmask);
      log.info('desktop.update_begins');
      prepared.quitAndInstall(true, true);
      // Counted from here: the call above may wait for an administrator's password.
      const late = new DOMException('the installer does not answer', 'TimeoutError');
      setTimeout(() => installer.reject(late), takeOverLimitMs).unref();
      return true;
    },
  };
}

async function handOver(
  { kind, ...run }: UpdaterOptions,
  file: VerifiedUpdate,
  url: string,
): Promise<AppUpdater> {
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
  /** The library's step removes the old file first, and starts the new one too early. */
  class OwnAppImage extends updaters.AppImageUpdater {
    protected override doInstall(): boolean {
      replaceProgram(run.appImage ?? '', this.installerPath ?? '');
      startAnew([], run);
      return true;
    }
  }
  /**
   * With `dpkg` the library repairs after a failure and takes that for a success. `apt` installs
   * all of it or fails.
   */
  class OwnDeb extends updaters.DebUpdater {
    protected override detectPackageManager(): string {
      return 'apt';
    }
  }
  const classes = {
    nsis: updaters.NsisUpdater,
    zip: updaters.MacUpdater,
    AppImage: OwnAppImage,
    deb: OwnDeb,
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

/** Puts a program in the place of another at once: menus and shortcuts name that place. */
function replaceProgram(place: string, newer: string): void {
  const beside = `${place}.new`;
  try {
    copyFileSync(newer, beside);
    chmodSync(beside, 0o755);
    // Else a power cut after the renaming leaves a program without content.
    flushFile(beside);
    renameSync(beside, place);
    rmSync(newer, { force: true });
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/** The file at a secret address of this machine. */
async function serveFile({
  path,
  name,
  sizeBytes,
}: VerifiedUpdate): Promise<{ readonly url: string } & Disposable> {
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
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${place}`,
    [Symbol.dispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
