import { join } from 'node:path';
import type { App } from '../../app-options.ts';
import { createLog, type FileLog } from '../../platform/log/log.ts';
import { LiveSecrets } from '../../platform/secrets/live-secrets.ts';
import type { Texts } from '../../platform/texts.ts';
import { serveBrowser } from '../browser/server.ts';
import { callOrThrow } from '../call-or-throw.ts';
import { chooseDataFolder, findRenderer, openApp, readSurroundings } from '../host.ts';
import { type Relay, startRelay } from '../relay/server.ts';
import type { FatalErrorReporter, LogFile } from './fatal-error-reporter.ts';
import { createKeyNotice } from './key-notice.ts';
import { openAddress } from './open-address.ts';
import { complain, writeLine } from './output.ts';
import { untilEnded } from './until-ended.ts';
import { WrongUsage } from './wrong-usage.ts';

export interface ServeOptions {
  readonly data: string | null;
  readonly port: number;
  /** Connect to the application's own sandbox when no connection is set. */
  readonly sandbox?: boolean;
  readonly open: boolean;
  readonly fatalErrors: FatalErrorReporter;
}

/**
 * Serves the window on this machine until it is ended; prints its address, alone on a line of
 * standard output.
 */
export async function serve(options: ServeOptions, texts: Texts): Promise<number> {
  const rendererFolder = findRenderer();
  if (rendererFolder === null) throw new WrongUsage('usage.windowNotBuilt');
  const dataFolder = chooseDataFolder(options.data, readSurroundings());
  const ended = untilEnded();
  const reportLockedKeys = createKeyNotice(dataFolder, texts);
  const app = await openApp({ dataFolder, face: 'browser' });
  const { log, path } = createHostLog(dataFolder);
  options.fatalErrors.keepIn({ log, path });
  let relay: Relay | null = null;
  try {
    if (options.sandbox) await beginWithSandbox(app, texts);
    if (!app.ownsDataFolder) complain(texts.say('serve.readsOnly', { dataFolder }));
    const face = await serveBrowser({
      app,
      rendererFolder,
      port: options.port,
      open: options.open ? openAddress : null,
      log,
      onNewAddress: (url) => {
        complain(texts.say('serve.newAddress'));
        void writeLine(url);
      },
    });
    complain(texts.say('serve.ready', { dataFolder }));
    await reportLockedKeys(app);
    app.subscribe(({ name }) => {
      if (name === 'connection.changed') void reportLockedKeys(app);
    });
    relay = app.ownsDataFolder ? await startRelay(app, dataFolder) : null;
    await writeLine(face.url);
    await ended;
    await face.close();
  } finally {
    relay?.end();
    await app.close();
    await relay?.close();
    options.fatalErrors.keepIn(null);
    log.close();
  }
  return 0;
}

/**
 * What the host refuses and what fails in it, apart from the core's log: two writers would rotate
 * one file under each other.
 */
function createHostLog(dataFolder: string): LogFile & { readonly log: FileLog } {
  const folder = join(dataFolder, 'log', 'browser');
  const log = createLog({
    folder,
    level: 'warn',
    secrets: new LiveSecrets(),
    clock: () => new Date(),
  });
  return { log, path: join(folder, 'zubi.log') };
}

/** A connection that somebody has set stays as it is. */
async function beginWithSandbox(app: App, texts: Texts): Promise<void> {
  // While the history is damaged the window must open all the same: it offers the recovery.
  const { recovery } = await callOrThrow(app, 'app.status', {});
  if (recovery !== undefined) return;
  const { environment } = await callOrThrow(app, 'connection.get', {});
  if (environment !== 'none' || !app.ownsDataFolder) return;
  await callOrThrow(app, 'connection.useSandbox', {});
  complain(texts.say('serve.sandbox'));
}
