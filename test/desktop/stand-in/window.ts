import { EventEmitter } from 'node:events';
import { app } from './application.ts';
import { createEvent, WebContents } from './contents.ts';
import { command, tell } from './control.ts';
import { nativeTheme } from './system.ts';

interface WindowOptions {
  readonly width?: number;
  readonly height?: number;
  readonly x?: number;
  readonly y?: number;
  readonly show?: boolean;
  readonly title?: string;
  readonly webPreferences: {
    readonly preload?: string;
    readonly sandbox?: boolean;
    readonly contextIsolation?: boolean;
  };
}

const facts = ['minimized', 'maximized', 'focused', 'visible'] as const;

/** Electron's `BrowserWindow`: what shows, and who may keep it from closing. */
export class BrowserWindow extends EventEmitter {
  static readonly #all: BrowserWindow[] = [];
  readonly webContents: WebContents;
  readonly #state = { minimized: false, maximized: false, focused: false, visible: false };
  #bounds: { x: number; y: number; width: number; height: number };
  #destroyed = false;

  constructor(options: WindowOptions) {
    super();
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
    const { sandbox, contextIsolation, preload } = options.webPreferences;
    if (sandbox === false || contextIsolation === false)
      throw new Error('the stand-in has an isolated bridge only');
    const { x = 100, y = 100, width = 800, height = 600 } = options;
    this.#bounds = { x, y, width, height };
    this.webContents = new WebContents(app.chromium, preload ?? null);
    BrowserWindow.#all.push(this);
    app.windows.add(this);
    app.emit('web-contents-created', createEvent(), this.webContents);
    // Under Wayland a hidden window may never be painted, and then this never comes.
    this.webContents.once('painted', () => {
      if (process.env.STAND_IN_WAYLAND === undefined) this.emit('ready-to-show');
    });
    nativeTheme.on('updated', () => this.#followTheme());
    this.webContents.on('did-finish-load', () => {
      this.#followTheme();
      tell('page', { isThere: true });
    });
    this.webContents.on('render-process-gone', () => tell('page', { isThere: false }));
    if (options.show !== false) this.show();
  }

  #followTheme(): void {
    if (this.#destroyed) return;
    const features = [
      { name: 'prefers-color-scheme', value: nativeTheme.shouldUseDarkColors ? 'dark' : 'light' },
    ];
    this.webContents.send_('Emulation.setEmulatedMedia', { features }).catch(() => undefined);
  }

  #set(name: (typeof facts)[number], value: boolean): void {
    if (this.#destroyed) throw new TypeError('Object has been destroyed');
    if (this.#state[name] === value) return;
    this.#state[name] = value;
    tell('window', { ...this.#state });
  }

  loadURL = (address: string): Promise<void> => this.webContents.load(address);
  show(): void {
    const wasHidden = !this.#state.visible;
    this.#set('visible', true);
    if (wasHidden) this.emit('show');
    this.focus();
  }
  hide(): void {
    this.blur();
    this.#set('visible', false);
    this.emit('hide');
  }
  focus(): void {
    if (!this.#state.visible || this.#state.focused) return;
    this.#set('focused', true);
    this.emit('focus');
  }
  blur(): void {
    this.#set('focused', false);
    this.emit('blur');
  }
  minimize(): void {
    this.blur();
    this.#set('minimized', true);
  }
  restore = (): void => this.#set('minimized', false);
  maximize = (): void => this.#set('maximized', true);
  isMinimized = (): boolean => this.#state.minimized;
  isMaximized = (): boolean => this.#state.maximized;
  isFocused = (): boolean => this.#state.focused;
  isVisible = (): boolean => this.#state.visible;
  isDestroyed = (): boolean => this.#destroyed;
  getNormalBounds = () => this.#bounds;
  setProgressBar = (progress: number, options: object = {}): void =>
    tell('progress', { progress, ...options });
  flashFrame = (on: boolean): void => tell('flash', { on });
  setOverlayIcon = (): void => undefined;

  /** Asks to close: a listener may keep it open. */
  close(): void {
    if (this.#destroyed) return;
    const event = createEvent();
    this.emit('close', event);
    if (event.defaultPrevented) app.stay();
    else this.destroy();
  }

  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    this.webContents.destroy_();
    BrowserWindow.#all.splice(BrowserWindow.#all.indexOf(this), 1);
    tell('window', {
      minimized: false,
      maximized: false,
      focused: false,
      visible: false,
      closed: true,
    });
    this.emit('closed');
    app.forget(this);
  }

  static getAllWindows = (): BrowserWindow[] => [...BrowserWindow.#all];
  static getFocusedWindow = (): BrowserWindow | null =>
    BrowserWindow.#all.find((each) => each.isFocused()) ?? null;
}

const current = (): BrowserWindow => {
  const [window] = BrowserWindow.getAllWindows();
  if (window === undefined) throw new Error('there is no window');
  return window;
};
// What a person does with the window's frame, or happens to its page.
command('close', () => current().close());
command('blur', () => current().blur());
command('focus', () => current().focus());
command('minimize', () => current().minimize());
command('crash', () => current().webContents.forcefullyCrashRenderer());
command('windows', () => BrowserWindow.getAllWindows().length);
