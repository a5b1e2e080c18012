import { setTimeout } from 'node:timers/promises';
import type { BrowserWindow, Event } from 'electron';
import { desktopChannels } from '../../../contract/desktop.ts';
import type { AppEvent } from '../../../contract/events.ts';
import { startPage } from './addresses.ts';
import type { Remembered } from './desktop-preferences.ts';
import { loadPage, openWindow, readPlaces } from './window.ts';

interface MainWindowOptions {
  /** The bridge; absolute path. */
  readonly preload: string;
  readonly isPackaged: boolean;
  readonly remembered: Remembered;
  /** A person closes the window; `preventDefault` keeps it. */
  onClose(event: Event, window: BrowserWindow): void;
  onOpened(window: BrowserWindow): void;
  /** Asks a person whether the page may lose edits that are not saved. */
  mayDiscard(): Promise<boolean>;
}

/** Longest wait for another page, or for the page that is there to refuse. */
const pageMs = 5000;

/** The one window, which a person may close and open again while Zubi runs. */
export class MainWindow {
  readonly #options: MainWindowOptions;
  #current: BrowserWindow | null = null;
  /** Its first page. */
  #page: string = startPage;
  /** Whether the page may go with edits that are not saved. */
  #mayUnload = false;
  /** Whether the window waits for its page to let it close. */
  #isClosing = false;
  /** Called when the page refuses to go, while another one is to take its place. */
  #onRefused: (() => void) | null = null;

  constructor(options: MainWindowOptions) {
    this.#options = options;
  }

  get current(): BrowserWindow | null {
    return this.#current;
  }

  /** Shows another page, also when the window is opened again. */
  setPage(page: string): void {
    this.#page = page;
    if (this.#current !== null) void loadPage(this.#current, page);
  }

  /**
   * Shows the page of the end. A page with unsaved edits stays until a person gives them up: false
   * when they are kept. Where `isForced`, nobody is asked.
   */
  async endWith(page: string, isForced: boolean): Promise<boolean> {
    this.#mayUnload ||= isForced;
    const before = this.#page;
    if (await this.#isReplacedBy(page)) return true;
    if (!(await this.#options.mayDiscard())) {
      this.#page = before;
      return false;
    }
    this.#mayUnload = true;
    this.setPage(page);
    return true;
  }

  /**
   * False when the page refuses to go, or does not say in time and may have edits: the load of the
   * other one may then never end.
   */
  async #isReplacedBy(page: string): Promise<boolean> {
    const window = this.#current;
    this.#page = page;
    if (window === null) return true;
    const refused = new Promise<boolean>((resolve) => {
      this.#onRefused = () => resolve(false);
    });
    const inTime = setTimeout(pageMs, this.#mayUnload, { ref: false });
    // A load that was aborted says nothing: the refusal may come after it.
    const isLoaded = loadPage(window, page).then((is) => is || window.isDestroyed() || inTime);
    const isThere = await Promise.race([refused, isLoaded, inTime]);
    this.#onRefused = null;
    return isThere;
  }

  /** Brings the window to the front, opening it where there is none; resolves when it shows. */
  async show(): Promise<void> {
    const window = this.#current;
    if (window === null) {
      await this.#open();
      return;
    }
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }

  /** Goes to a place of the start page; shows the window alone while another page is its first. */
  goTo(address: string): void {
    void this.show();
    const window = this.#current;
    if (this.#page !== startPage || window === null) return;
    // Its own address again would load the page anew.
    if (window.webContents.getURL() !== address) void loadPage(window, address);
  }

  send(event: AppEvent): void {
    const contents = this.#current?.webContents;
    if (contents !== undefined && !contents.isDestroyed())
      contents.send(desktopChannels.event, event);
  }

  /** On macOS a window closes while Zubi runs on. Otherwise the page was to load itself again. */
  async #unloadIfDiscarded(window: BrowserWindow): Promise<void> {
    const isClosing = this.#isClosing;
    this.#isClosing = false;
    if (!(await this.#options.mayDiscard()) || window.isDestroyed()) return;
    this.#mayUnload = true;
    if (isClosing) window.close();
    else window.webContents.reload();
  }

  #open(): Promise<void> {
    const { preload, isPackaged, remembered, onOpened } = this.#options;
    const places = remembered.read();
    const { window, shown } = openWindow({ preload, isPackaged, places, page: this.#page });
    this.#current = window;
    this.#mayUnload = false;
    // Electron shows no question of its own: the page would stay, and the window with it.
    window.webContents.on('will-prevent-unload', (event) => {
      if (this.#mayUnload) event.preventDefault();
      else if (this.#onRefused !== null) this.#onRefused();
      else void this.#unloadIfDiscarded(window);
    });
    // A new page has nothing to lose yet.
    window.webContents.on('did-finish-load', () => {
      this.#mayUnload = false;
    });
    window.on('close', (event) => {
      remembered.keep(readPlaces(window, remembered.read()));
      this.#options.onClose(event, window);
      this.#isClosing = !event.defaultPrevented;
    });
    window.on('closed', () => {
      this.#current = null;
    });
    onOpened(window);
    return shown;
  }
}
