import { EventEmitter } from 'node:events';
import { type RequestOptions, request } from 'node:http';
import { app, createEvent } from './application.ts';
import { command, tell } from './control.ts';
import { protocol } from './scheme.ts';

/** For parts that exist only once Chromium has started. */
function onlyWhenReady(what: string): void {
  if (!app.isReady()) throw new Error(`${what} cannot be used before the app is ready`);
}
const nothing = (): undefined => undefined;

let lastId = 0;
const open = new Map<unknown, (answer: unknown) => void>();

/** Shows a dialog to the test, and waits for the person's answer. */
const ask =
  (kind: string) =>
  (...given: unknown[]): Promise<unknown> => {
    onlyWhenReady('dialog');
    const options = given.at(-1) as { defaultPath?: string };
    lastId += 1;
    // Since Electron 43 a dialog without a place begins in Downloads, not where it was last.
    const begins = options.defaultPath ?? app.getPath('downloads');
    tell('dialog', { id: lastId, kind, options, begins });
    return new Promise((resolve) => open.set(lastId, resolve));
  };
command('answer', ({ dialog: id, answer }) => open.get(id)?.(answer));

export const dialog = {
  ...{ showMessageBox: ask('message'), showOpenDialog: ask('open'), showSaveDialog: ask('save') },
  /** Before `ready` Linux only gets a line on its error stream. */
  showErrorBox(title: string, content: string): void {
    if (app.isReady()) tell('error-box', { title, content });
    else process.stderr.write(`${title}\n${content}\n`);
  },
};

/** Weak, so that a notification that the application does not hold is collected. */
const shown = new Map<unknown, WeakRef<Notification>>();

export class Notification extends EventEmitter {
  readonly #options: object;
  static isSupported = (): boolean => true;
  constructor(options: object) {
    super();
    this.#options = options;
  }
  show(): void {
    lastId += 1;
    shown.set(lastId, new WeakRef(this));
    tell('notification', { id: lastId, ...this.#options });
  }
}
command('click', async ({ notice }) => {
  // Weak references are held until the turn ends.
  await new Promise((resolve) => setImmediate(resolve));
  globalThis.gc?.();
  return shown.get(notice)?.deref()?.emit('click', createEvent()) ?? false;
});

export const nativeTheme = { themeSource: 'system', shouldUseDarkColors: false };

const display = { id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1040 } };
export const screen = {
  getAllDisplays: () => [display],
  getDisplayMatching: () => display,
  getPrimaryDisplay() {
    onlyWhenReady('screen');
    return display;
  },
};

export const powerMonitor = new EventEmitter();
command('power', ({ event }) => void powerMonitor.emit(String(event), createEvent()));
export const powerSaveBlocker = { start: () => 1, stop: nothing };

export const shell = { openExternal: async (address: string) => tell('opened', { address }) };
/** Parts that nobody uses on Linux. */
export const [clipboard, nativeImage] = [{}, {}];

/** The system's keychain. It encrypts nothing: the unit tests of the sealers hold what it gets. */
export const safeStorage = {
  isAsyncEncryptionAvailable: async (): Promise<boolean> => app.isReady(),
  getSelectedStorageBackend: (): string => 'gnome_libsecret',
  encryptStringAsync: async (text: string): Promise<Buffer> => Buffer.from(`v11${btoa(text)}`),
  decryptStringAsync: async (sealed: Buffer) => ({ result: atob(sealed.toString().slice(3)) }),
};

/** What electron-updater needs: it asks Zubi's own server on this machine. */
export const autoUpdater = new EventEmitter();
export const net = {
  request: ({ protocol, hostname, port, path, headers }: RequestOptions) =>
    request({ protocol, hostname, port, path, headers }),
};

/** Nothing asks for a permission here; `test/unit/desktop/permissions` holds the answers. */
const defaultSession = Object.assign(new EventEmitter(), {
  ...{ setPermissionRequestHandler: nothing, setPermissionCheckHandler: nothing },
  ...{ setDevicePermissionHandler: nothing, setDisplayMediaRequestHandler: nothing },
  ...{ setBluetoothPairingHandler: nothing, setSpellCheckerEnabled: nothing },
  resolveProxy: async (): Promise<string> => 'DIRECT',
  /** The publisher's domain is the test's server. */
  fetch: (url: string, { signal }: { readonly signal: AbortSignal }): Promise<Response> =>
    fetch(url.replace('https://zubi.example', process.env.STAND_IN_PUBLISHER ?? ''), { signal }),
  protocol,
});
export const session = {
  fromPartition: () => ({}),
  get defaultSession() {
    onlyWhenReady('session');
    return defaultSession;
  },
};
app.once('ready', () => app.emit('session-created', defaultSession));
