import { EventEmitter } from 'node:events';
import { app, createEvent } from './application.ts';
import { type PagePreferences, WebContents } from './contents.ts';

interface WindowOptions {
  readonly show?: boolean;
  readonly webPreferences: PagePreferences & {
    readonly sandbox?: boolean;
    readonly contextIsolation?: boolean;
  };
}

/** Electron's `BrowserWindow`: what shows, and who may keep it from closing. */
export class BrowserWindow extends EventEmitter {
  readonly webContents: WebContents;
  #isVisible = false;
  #isFocused = false;
  #isDestroyed = false;

  constructor({ show, webPreferences }: WindowOptions) {
    super();
    if (webPreferences.sandbox === false || webPreferences.contextIsolation === false)
      throw new Error('the stand-in has an isolated bridge only');
    this.webContents = new WebContents(app.openPage(), webPreferences);
    app.windows.add(this);
    app.emit('web-contents-created', createEvent(), this.webContents);
    // No `ready-to-show`: under Wayland a hidden window may never be painted.
    if (show !== false) this.show();
  }

  loadURL = (address: string): Promise<void> => this.webContents.load(address);
  show(): void {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed');
    this.#isVisible = true;
    this.focus();
  }
  hide(): void {
    this.#isVisible = false;
    this.#isFocused = false;
  }
  focus(): void {
    if (!this.#isVisible || this.#isFocused) return;
    for (const window of BrowserWindow.getAllWindows()) window.blur();
    this.#isFocused = true;
    this.emit('focus');
  }
  blur(): void {
    this.#isFocused = false;
  }
  isVisible = (): boolean => this.#isVisible;
  isFocused = (): boolean => this.#isFocused;
  isMinimized = (): boolean => false;
  isMaximized = (): boolean => false;
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
    this.hide();
    this.#isDestroyed = true;
    this.webContents.destroy();
    this.emit('closed');
    app.forget(this);
  }

  static getAllWindows = (): BrowserWindow[] => [...app.windows] as BrowserWindow[];
}
