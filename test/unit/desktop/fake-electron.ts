import { Buffer } from 'node:buffer';
import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import {
  awake,
  calls,
  clipboard,
  FakeSession,
  menus,
  nativeTheme,
  oneScreen,
  popups,
  powerMonitor,
  safeStorage,
  screen,
} from './fake-system.ts';

export * from './fake-system.ts';

/*
 * A stand-in for the `electron` module, as far as the desktop uses it, with the real one's types.
 * It only records calls, in their order, and handlers, so that a test can play the system.
 */

export class FakeContents extends EventEmitter {
  readonly sent: { channel: string; message: unknown }[] = [];
  openHandler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0] | null = null;
  reloads = 0;
  destroyed = false;
  setWindowOpenHandler(handler: NonNullable<FakeContents['openHandler']>): void {
    this.openHandler = handler;
  }
  send(channel: string, message: unknown): void {
    this.sent.push({ channel, message });
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  readonly prints: object[] = [];
  address = '';
  getURL = (): string => this.address;
  async printToPDF(options: object): Promise<Uint8Array> {
    this.prints.push(options);
    const page = await served.get('app')?.(new Request(this.address));
    return Buffer.from(`%PDF ${await page?.text()}`);
  }
  /** Why nothing is printed, in the words of Electron; empty when it is. */
  static printFailure = '';
  print(options: object, done: (isPrinted: boolean, reason: string) => void): void {
    this.prints.push(options);
    done(FakeContents.printFailure === '', FakeContents.printFailure);
  }
  reload(): void {
    this.reloads += 1;
  }
  /** As in Electron, where only this ends a page that hangs. */
  forcefullyCrashRenderer = () => void this.emit('render-process-gone', {}, { reason: 'killed' });
}

export class FakeWindow extends EventEmitter {
  static readonly all: FakeWindow[] = [];
  static loads = true;
  readonly options: Electron.BrowserWindowConstructorOptions;
  readonly webContents = new FakeContents();
  readonly loaded: string[] = [];
  readonly done: string[] = [];
  focused = false;
  minimized = false;
  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super();
    this.options = options;
    FakeWindow.all.push(this);
    calls.push('new BrowserWindow');
    app.emit('web-contents-created', {}, this.webContents);
  }
  /** Whether its page has edits that are not saved. */
  hasEdits = false;
  /** Whether a load before it aborts the next load, and the page refuses to go a moment later. */
  refusesLate = false;
  /**
   * As Electron's: rejects when another page is requested before this one is there. Never ends when
   * the page refuses to go, about which Electron asks nobody.
   */
  async loadURL(address: string): Promise<void> {
    let mayGo = !this.hasEdits;
    if (!mayGo && this.refusesLate) {
      const event = { preventDefault: () => undefined };
      setImmediate(() => this.webContents.emit('will-prevent-unload', event));
      throw new Error('ERR_ABORTED');
    }
    if (!mayGo)
      this.webContents.emit('will-prevent-unload', { preventDefault: () => (mayGo = true) });
    if (!mayGo) return new Promise(() => undefined);
    this.loaded.push(address);
    this.webContents.address = address;
    if (!FakeWindow.loads) return;
    await new Promise((resolve) => setImmediate(resolve));
    if (this.webContents.address !== address || this.isDestroyed()) throw new Error('ERR_ABORTED');
    this.webContents.emit('did-finish-load');
  }
  /** A person closes it, or the application while it quits; true where it is gone. */
  close(): boolean {
    let isKept = false;
    this.emit('close', {
      preventDefault: () => (isKept = true),
      get defaultPrevented() {
        return isKept;
      },
    });
    if (isKept) return false;
    this.done.push('destroyed');
    this.emit('closed');
    return true;
  }
  readonly progress: [number, string | undefined][] = [];
  setProgressBar(share: number, options?: Electron.ProgressBarOptions): void {
    this.progress.push([share, options?.mode]);
  }
  readonly flashes: boolean[] = [];
  flashFrame = (on: boolean) => void this.flashes.push(on);
  readonly overlays: [unknown, string][] = [];
  setOverlayIcon = (image: unknown, text: string) => void this.overlays.push([image, text]);
  destroy = () => void this.done.push('destroyed');
  hide = () => void this.done.push('hide');
  show = () => void this.done.push('show');
  focus = () => void this.done.push('focus');
  restore = () => void this.done.push('restore');
  maximize = () => void this.done.push('maximize');
  isDestroyed = () => this.done.includes('destroyed');
  isMinimized = () => this.minimized;
  isFocused = () => this.focused;
  maximized = false;
  isMaximized = () => this.maximized;
  bounds = { x: 10, y: 20, width: 1200, height: 800 };
  getNormalBounds = () => this.bounds;
}

class FakeApp extends EventEmitter {
  isPackaged = false;
  locale = 'es-ES';
  lockIsOurs = true;
  handedOver: unknown = null;
  switches = new Set<string>();
  readonly paths = new Map([['appData', '/nowhere']]);
  readonly ready = Promise.withResolvers<void>();
  commandLine = { hasSwitch: (name: string) => this.switches.has(name) };
  badge = 0;
  setBadgeCount = (count: number) => {
    this.badge = count;
    return true;
  };
  addRecentDocument = (path: string) => void calls.push(`recent ${path}`);
  clearRecentDocuments = () => void calls.push('recent cleared');
  enableSandbox = () => void calls.push('enableSandbox');
  setAppUserModelId = () => undefined;
  getVersion = () => '0.0.0-test';
  preferred: string[] = [];
  getPreferredSystemLanguages = () => this.preferred;
  getLocale = () => this.locale;
  getPath = (name: string) => this.paths.get(name) ?? '';
  whenReady = () => this.ready.promise;
  quit = () => void calls.push('quit');
  relaunch = (options?: Electron.RelaunchOptions) =>
    void calls.push(`relaunch ${options?.args?.join(' ')}`);
  exit = (code: number) => void calls.push(`exit ${code}`);
  setPath(name: string, path: string): void {
    calls.push(`setPath ${name}`);
    this.paths.set(name, path);
  }
  requestSingleInstanceLock(data: unknown): boolean {
    calls.push('requestSingleInstanceLock');
    this.handedOver = data;
    return this.lockIsOurs;
  }
}

type InvokeListener = (event: Electron.IpcMainInvokeEvent, ...args: unknown[]) => unknown;
type Serve = Parameters<Electron.Protocol['handle']>[1];

export const app = new FakeApp();
let madeSession: FakeSession | null = null;
export const session = {
  /** Made, and emitted, when it is first asked for, as in Electron. */
  get defaultSession(): FakeSession {
    if (madeSession !== null) return madeSession;
    madeSession = new FakeSession();
    app.emit('session-created', madeSession);
    return madeSession;
  },
};
export const ipcHandlers = new Map<string, InvokeListener>();
export const ipcMain = {
  handle(channel: string, listener: InvokeListener): void {
    calls.push(`handle ${channel}`);
    ipcHandlers.set(channel, listener);
  },
};
export const schemes: Electron.CustomScheme[] = [];
export const served = new Map<string, Serve>();
export const protocol = {
  registerSchemesAsPrivileged(given: Electron.CustomScheme[]): void {
    calls.push('registerSchemesAsPrivileged');
    schemes.push(...given);
  },
  handle: (scheme: string, handler: Serve) => void served.set(scheme, handler),
};
export const opened: string[] = [];
export const shell = { openExternal: async (address: string) => void opened.push(address) };
export const shown: string[] = [];
export const boxes: Electron.MessageBoxOptions[] = [];
export const dialog = {
  chosen: [] as string[],
  showErrorBox: (title: string, text: string) => void shown.push(`${title}: ${text}`),
  /** The button that a person presses; null while nobody does. */
  pressed: 0 as number | null,
  showMessageBox: async (
    ...[window, given]: [Electron.MessageBoxOptions] | [unknown, Electron.MessageBoxOptions]
  ) => {
    const options = (given ?? window) as Electron.MessageBoxOptions;
    boxes.push(options);
    shown.push(`${options.message}: ${options.detail}`);
    const { signal, cancelId = 0 } = options;
    if (dialog.pressed === null)
      await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    return { response: dialog.pressed ?? cancelId };
  },
  /** The place that a person chooses; empty for cancelling. */
  place: '',
  saveOptions: [] as Electron.SaveDialogOptions[],
  showSaveDialog: async (
    ...[window, given]: [Electron.SaveDialogOptions] | [unknown, Electron.SaveDialogOptions]
  ) => {
    dialog.saveOptions.push((given ?? window) as Electron.SaveDialogOptions);
    return { canceled: dialog.place === '', filePath: dialog.place };
  },
  openOptions: [] as Electron.OpenDialogOptions[],
  showOpenDialog: async (
    ...[window, given]: [Electron.OpenDialogOptions] | [unknown, Electron.OpenDialogOptions]
  ) => {
    dialog.openOptions.push((given ?? window) as Electron.OpenDialogOptions);
    return { canceled: false, filePaths: dialog.chosen };
  },
};
export class Notification extends EventEmitter {
  static readonly all: Notification[] = [];
  static isSupported = () => true;
  readonly options: Electron.NotificationConstructorOptions;
  constructor(options: Electron.NotificationConstructorOptions) {
    super();
    this.options = options;
  }
  show = () => void Notification.all.push(this);
}
export { FakeWindow as BrowserWindow };

/** Forgets everything, for the next test. */
export function reset(): void {
  for (const list of [
    calls,
    schemes,
    opened,
    shown,
    menus,
    popups,
    boxes,
    FakeWindow.all,
    Notification.all,
    safeStorage.used,
    dialog.openOptions,
    dialog.saveOptions,
  ])
    list.length = 0;
  app.removeAllListeners();
  powerMonitor.removeAllListeners();
  awake.clear();
  Object.assign(app, { isPackaged: false, lockIsOurs: true, locale: 'es-ES', preferred: [] });
  Object.assign(app, { switches: new Set(), handedOver: null, badge: 0 });
  Object.assign(app, { ready: Promise.withResolvers<void>() });
  ipcHandlers.clear();
  served.clear();
  madeSession = null;
  Object.assign(dialog, { chosen: [], pressed: 0, place: '' });
  nativeTheme.themeSource = 'system';
  screen.all = [oneScreen];
  FakeWindow.loads = true;
  Object.assign(clipboard, { text: '', fault: null });
  Object.assign(safeStorage, { storageBackend: 'gnome_libsecret', mark: 'v11', fault: null });
}

/** The shape that CommonJS libraries expect. */
export default { app, ipcMain, shell };
