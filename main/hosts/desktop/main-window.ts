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
}

/** The one window, which a person may close and open again while Zubi runs. */
export class MainWindow {
  readonly #options: MainWindowOptions;
  #current: BrowserWindow | null = null;
  /** Its first page. */
  #page: string = startPage;

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
    if (this.#page === startPage && this.#current !== null) void loadPage(this.#current, address);
  }

  send(event: AppEvent): void {
    const contents = this.#current?.webContents;
    if (contents !== undefined && !contents.isDestroyed())
      contents.send(desktopChannels.event, event);
  }

  #open(): Promise<void> {
    const { preload, isPackaged, remembered, onOpened } = this.#options;
    const places = remembered.read();
    const { window, shown } = openWindow({ preload, isPackaged, places, page: this.#page });
    this.#current = window;
    window.on('close', (event) => {
      remembered.keep(readPlaces(window, remembered.read()));
      this.#options.onClose(event, window);
    });
    window.on('closed', () => {
      this.#current = null;
    });
    onOpened(window);
    return shown;
  }
}
