import { EventEmitter } from 'node:events';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { app } from './application.ts';
import type { Answer } from './chromium.ts';
import { createEvent } from './contents.ts';
import { protocol, toOwn } from './scheme.ts';
import { dialog } from './system.ts';

/** A download: without a place of its own it asks the person for one. */
export class DownloadItem extends EventEmitter {
  readonly #begun: Answer;
  constructor(begun: Answer) {
    super();
    this.#begun = begun;
  }
  getURL = (): string => toOwn(this.#begun.url);
  getFilename = (): string => this.#begun.suggestedFilename;
  async keep(file: string): Promise<void> {
    const { filePath } = await dialog.showSaveDialog({ suggested: this.getFilename() });
    if (!filePath) return;
    renameSync(file, filePath);
    this.emit('done', createEvent(), 'completed');
  }
}

export class Session extends EventEmitter {
  readonly handlers: Record<string, unknown> = {};
  readonly protocol = protocol;
  setPermissionRequestHandler = (handler: unknown) => this.#keep('request', handler);
  setPermissionCheckHandler = (handler: unknown) => this.#keep('check', handler);
  setDevicePermissionHandler = (handler: unknown) => this.#keep('device', handler);
  setDisplayMediaRequestHandler = (handler: unknown) => this.#keep('display', handler);
  setBluetoothPairingHandler = (handler: unknown) => this.#keep('bluetooth', handler);
  setSpellCheckerEnabled = (isOn: boolean) => this.#keep('spelling', isOn);
  resolveProxy = async (): Promise<string> => 'DIRECT';
  #keep(name: string, handler: unknown): void {
    this.handlers[name] = handler;
  }

  /** Downloads come to Chromium's folder first; then they go where they are saved. */
  async begin(): Promise<void> {
    const chromium = await app.chromium;
    const folder = app.getPath('temp');
    const items = new Map<string, DownloadItem>();
    chromium.on('Browser.downloadWillBegin', (begun) => {
      const item = new DownloadItem(begun);
      const event = createEvent();
      this.emit('will-download', event, item, null);
      if (event.defaultPrevented)
        void chromium.send('Browser.cancelDownload', { guid: begun.guid });
      else items.set(begun.guid, item);
    });
    chromium.on('Browser.downloadProgress', ({ guid, state, filePath }) => {
      if (state === 'completed') void items.get(guid)?.keep(filePath ?? join(folder, guid));
    });
    await chromium.send('Browser.setDownloadBehavior', {
      ...{ behavior: 'allowAndName', downloadPath: folder, eventsEnabled: true },
    });
  }
}

let opened: Session | null = null;
export const session = {
  get defaultSession(): Session {
    if (!app.isReady()) throw new Error('session cannot be used before the app is ready');
    opened ??= new Session();
    return opened;
  },
  async begin(): Promise<void> {
    const made = session.defaultSession;
    app.emit('session-created', made);
    await made.begin();
  },
};
