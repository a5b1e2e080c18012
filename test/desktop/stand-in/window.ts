import { EventEmitter } from 'node:events';
import { app, createEvent } from './application.ts';
import { WebContents } from './contents.ts';
import { command, tell } from './control.ts';

interface WindowOptions {
  readonly show?: boolean;
  readonly webPreferences: {
    readonly preload?: string;
    readonly javascript?: boolean;
    readonly sandbox?: boolean;
    readonly contextIsolation?: boolean;
  };
}

const atFirst = { focused: false, visible: false };

/** Electron's `BrowserWindow`: what shows, and who may keep it from closing. */
export class BrowserWindow extends EventEmitter {
  readonly webContents: WebContents;
  #state = atFirst;
  #isDestroyed = false;

  constructor({ show, webPreferences }: WindowOptions) {
    super();
    if (webPreferences.sandbox === false || webPreferences.contextIsolation === false)
      throw new Error('the stand-in has an isolated bridge only');
    this.webContents = new WebContents(app.openPage(), webPreferences);
    app.windows.add(this);
    app.emit('web-contents-created', createEvent(), this.webContents);
    // Under Wayland a hidden window may never be painted, and then this never comes.
    this.webContents.once('painted', () => {
      if (process.env.STAND_IN_WAYLAND === undefined) this.emit('ready-to-show');
    });
    this.webContents.on('did-finish-load', () => tell('page', { isThere: true }));
    this.webContents.on('render-process-gone', () => tell('page', { isThere: false }));
    if (show !== false) this.show();
  }

  #set(change: Partial<typeof atFirst>): void {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed');
    this.#state = { ...this.#state, ...change };
    tell('window', this.#state);
  }

  loadURL = (address: string): Promise<void> => this.webContents.load(address);
  show(): void {
    this.#set({ visible: true });
    this.focus();
  }
  hide(): void {
    this.#set(atFirst);
  }
  focus(): void {
    if (!this.#state.visible || this.#state.focused) return;
    BrowserWindow.getFocusedWindow()?.blur();
    this.#set({ focused: true });
    this.emit('focus');
  }
  blur = (): void => this.#set({ focused: false });
  isMinimized = (): boolean => false;
  isMaximized = (): boolean => false;
  isFocused = (): boolean => this.#state.focused;
  isDestroyed = (): boolean => this.#isDestroyed;
  getNormalBounds = () => ({ x: 100, y: 100, width: 1360, height: 850 });
  setProgressBar = (): void => undefined;
  flashFrame = (): void => undefined;

  /** Asks to close; a listener may keep the window open. */
  close(): void {
    if (this.#isDestroyed) return;
    const event = createEvent();
    this.emit('close', event);
    if (event.defaultPrevented) app.stay();
    else this.destroy();
  }

  destroy(): void {
    if (this.#isDestroyed) return;
    this.#set(atFirst);
    this.#isDestroyed = true;
    this.webContents.destroy();
    this.emit('closed');
    app.forget(this);
  }

  static getAllWindows = (): BrowserWindow[] => [...app.windows] as BrowserWindow[];
  static getFocusedWindow = (): BrowserWindow | null =>
    BrowserWindow.getAllWindows().find((each) => each.isFocused()) ?? null;
}

function first(): BrowserWindow {
  const [window] = BrowserWindow.getAllWindows();
  if (window === undefined) throw new Error('there is no window');
  return window;
}
// What a person or the system does to the window, and what happens to its page.
command('close', () => first().close());
command('blur', () => first().blur());
command('crash', () => first().webContents.crash());
command('emit-window', ({ event }) => {
  const asked = createEvent();
  first().emit(String(event), asked);
  return asked.defaultPrevented;
});
