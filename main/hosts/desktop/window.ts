import { BrowserWindow, nativeTheme, screen } from 'electron';
import { isOwnPage } from './addresses.ts';
import { grounds } from './waiting-page.ts';
import { choosePlace, type KeptPlaces, keepPlace, smallestSize } from './window-place.ts';

interface WindowOptions {
  /** The bridge; absolute path. */
  readonly preload: string;
  readonly isPackaged: boolean;
  /** Where it stood before. */
  readonly places: KeptPlaces;
  /** The first address. */
  readonly page: string;
}

interface OpenedWindow {
  readonly window: BrowserWindow;
  /** Resolves when the window shows, or is gone. */
  readonly shown: Promise<void>;
}

/** Page preferences, all written out, so that a changed default changes nothing here. */
function webPreferences({
  preload,
  isPackaged,
}: Pick<WindowOptions, 'preload' | 'isPackaged'>): Electron.WebPreferences {
  return {
    preload,
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    plugins: false,
    navigateOnDragDrop: false,
    enableDeprecatedPaste: false,
    spellcheck: false,
    devTools: !isPackaged,
  };
}

/** On Wayland a hidden window may never be ready to show. */
const showAfterMs = 3000;

/** Opens the window on a page and shows it when it is painted, or soon anyway. */
export function openWindow(options: WindowOptions): OpenedWindow {
  const first = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== first.id);
  const screens = [first, ...others];
  const { width, height, x, y, maximized } = choosePlace(options.places, screens);
  const window = new BrowserWindow({
    width,
    height,
    ...(x === null || y === null ? {} : { x, y }),
    ...smallestSize(screens),
    title: 'Zubi',
    show: false,
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? grounds.dark : grounds.light,
    webPreferences: webPreferences(options),
  });
  const shown = showSoon(window, maximized);
  void loadPage(window, options.page);
  return { window, shown };
}

/** The window's current place, to be kept. */
export function readPlaces(window: BrowserWindow, kept: KeptPlaces) {
  const { width, height, x, y } = window.getNormalBounds();
  const place = { width, height, x, y, maximized: window.isMaximized() };
  return keepPlace(kept, place, screen.getDisplayMatching({ width, height, x, y }).id);
}

/** Opens a page to read or print: no script, no bridge. Hidden unless `title` is given. */
export function openPlainWindow(
  page: string,
  title: string | null,
): { readonly window: BrowserWindow; readonly loaded: Promise<boolean> } {
  const { preload: _none, ...preferences } = webPreferences({ preload: '', isPackaged: true });
  const window = new BrowserWindow({
    width: 800,
    height: 700,
    show: title !== null,
    autoHideMenuBar: true,
    ...(title === null ? {} : { title }),
    webPreferences: { ...preferences, javascript: false },
  });
  return { window, loaded: loadPage(window, page) };
}

/** Loads a page of ours, and no other; this is the only place. False when it fails. */
export async function loadPage(window: BrowserWindow, address: string): Promise<boolean> {
  if (!isOwnPage(address)) return false;
  // It rejects when another page is asked for meanwhile, or the window goes.
  return window.loadURL(address).then(
    () => true,
    () => false,
  );
}

function showSoon(window: BrowserWindow, isMaximized: boolean): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(show, showAfterMs);
  window.once('ready-to-show', show);
  window.webContents.once('did-finish-load', show);
  window.once('closed', () => {
    clearTimeout(timer);
    resolve();
  });
  let isShown = false;
  function show(): void {
    clearTimeout(timer);
    if (isShown || window.isDestroyed()) return;
    isShown = true;
    if (isMaximized) window.maximize();
    window.show();
    resolve();
  }
  return promise;
}
