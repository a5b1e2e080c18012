import { EventEmitter } from 'node:events';
import { type RequestOptions, request } from 'node:http';
import { app } from './application.ts';
import { protocol } from './channels.ts';
import { PowerMonitor } from './power-monitor.ts';

const nothing = (): undefined => undefined;

/** A part that exists only once Chromium has started. */
function whenReady<Part>(name: string, part: Part): Part {
  if (!app.isReady()) throw new Error(`${name} cannot be used before the app is ready`);
  return part;
}

/** A person answers the others, in the test. Before `ready` Linux only gets a line. */
export const dialog = {
  showErrorBox: (title: string, content: string) =>
    void process.stderr.write(`${app.isReady() ? 'Box: ' : ''}${title}\n${content}\n`),
};

/** Nothing here holds a notification: one that the application does not hold is collected. */
export class Notification extends EventEmitter {
  readonly body: string;
  constructor({ body }: { readonly body: string }) {
    super();
    this.body = body;
  }
}

export const nativeTheme = { themeSource: 'system', shouldUseDarkColors: false };

const display = { id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1040 } };
export const screen = {
  getAllDisplays: () => [display],
  getDisplayMatching: () => display,
  getPrimaryDisplay: () => whenReady('screen', display),
};

export const powerMonitor = new PowerMonitor();
export const powerSaveBlocker = { start: () => 1, stop: nothing };

/** Parts that nobody uses on Linux, or that the test replaces. */
export const [clipboard, nativeImage, shell] = [{}, {}, {}];

/** The system's keychain. It encrypts nothing: the unit tests of the sealers check what it gets. */
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

/** Nothing asks for a permission here; `test/unit/desktop/permissions` checks the answers. */
const defaultSession = Object.assign(new EventEmitter(), {
  setPermissionRequestHandler: nothing,
  setPermissionCheckHandler: nothing,
  setDevicePermissionHandler: nothing,
  setDisplayMediaRequestHandler: nothing,
  setBluetoothPairingHandler: nothing,
  setSpellCheckerEnabled: nothing,
  resolveProxy: async (): Promise<string> => 'DIRECT',
  /** The publisher's domain is the test's server. */
  fetch: (url: string, { signal }: { readonly signal: AbortSignal }): Promise<Response> =>
    fetch(url.replace('https://zubi.example', process.env.STAND_IN_PUBLISHER ?? ''), { signal }),
  protocol,
});
export const session = {
  fromPartition: () => ({}),
  get defaultSession() {
    return whenReady('session', defaultSession);
  },
};
app.once('ready', () => app.emit('session-created', defaultSession));
