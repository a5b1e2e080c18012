import { BrowserWindow, type BrowserWindowConstructorOptions, nativeTheme, screen } from 'electron';
import { isOwnPage } from './addresses.ts';
import { grounds } from './waiting-page.ts';
import { choosePlace, type KeptPlaces, keepPlace, type WindowPlace } from './window-place.ts';

interface WindowOptions {
  /** Absolute path of the bridge. */
  readonly preload: string;
  readonly isPackaged: boolean;
  readonly place: WindowPlace;
  readonly isDark: boolean;
  /** The address to begin with. */
  readonly page: string;
}

export interface OpenedWindow {
  readonly window: BrowserWindow;
  /** When it is to be seen, or has gone before. */
  readonly shown: Promise<void>;
}

/**
 * Everything a page of ours is not given, written out, so that a default that changes changes
 * nothing here.
 */
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

/** How the one window is made. */
function toWindowOptions(options: WindowOptions): BrowserWindowConstructorOptions {
  const { width, height, x, y } = options.place;
  return {
    width,
    height,
    ...(x === null || y === null ? {} : { x, y }),
    minWidth: 960,
    minHeight: 640,
    title: 'Zubi',
    show: false,
    autoHideMenuBar: true,
    backgroundColor: options.isDark ? grounds.dark : grounds.light,
    webPreferences: webPreferences(options),
  };
}

/** On Wayland a window that is not shown may never say that it is ready. */
const showAfterMs = 3000;

/** Opens the window on a page and shows it when it has something to show, or soon anyway. */
export function openWindow(
  options: Omit<WindowOptions, 'isDark' | 'place'> & { readonly places: KeptPlaces },
): OpenedWindow {
  const first = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== first.id);
  const place = choosePlace(options.places, [first, ...others]);
  const isDark = nativeTheme.shouldUseDarkColors;
  const window = new BrowserWindow(toWindowOptions({ ...options, place, isDark }));
  const shown = showSoon(window, place.maximized);
  void loadPage(window, options.page);
  return { window, shown };
}

/** What to keep of where a window is now. */
export function readPlaces(window: BrowserWindow, kept: KeptPlaces) {
  const { width, height, x, y } = window.getNormalBounds();
  const place = { width, height, x, y, maximized: window.isMaximized() };
  return keepPlace(kept, place, screen.getDisplayMatching({ width, height, x, y }).id);
}

/**
 * Opens a page that is only read or printed: it runs no script and has no bridge. Hidden unless
 * `title` is given.
 */
export function openPlainWindow(
  page: string,
  title: string | null,
): { readonly window: BrowserWindow; readonly loaded: Promise<boolean> } {
  const { preload: _none, ...preferences } = webPreferences({ preload: '', isPackaged: true });
  const window = new BrowserWindow({
    ...{ width: 800, height: 700, show: title !== null, autoHideMenuBar: true },
    ...(title === null ? {} : { title }),
    webPreferences: { ...preferences, javascript: false },
  });
  return { window, loaded: loadPage(window, page) };
}

/** The one place that loads a page: none but our own. False when it does not come. */
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
