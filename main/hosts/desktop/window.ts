import { BrowserWindow, type BrowserWindowConstructorOptions, nativeTheme, screen } from 'electron';
import { batchPage, startPage } from './addresses.ts';
import { fitsOn, type WindowPlace } from './window-place.ts';

interface WindowOptions {
  /** Absolute path of the bridge. */
  readonly preload: string;
  readonly isPackaged: boolean;
  readonly place: WindowPlace;
  readonly isDark: boolean;
}

/**
 * Everything a page of ours is not given, written out, so that a default that changes changes
 * nothing here.
 */
function webPreferences({ preload, isPackaged }: WindowOptions): Electron.WebPreferences {
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
    // The theme's ground, so that nothing flashes before the first paint.
    backgroundColor: options.isDark ? '#0f1418' : '#f6f7f8',
    webPreferences: webPreferences(options),
  };
}

/** Opens the window on the start page and shows it when it has something to show. */
export function openWindow(options: Omit<WindowOptions, 'isDark'>): BrowserWindow {
  const areas = screen.getAllDisplays().map(({ workArea }) => workArea);
  const place = fitsOn(areas, options.place)
    ? options.place
    : { ...options.place, x: null, y: null };
  const isDark = nativeTheme.shouldUseDarkColors;
  const window = new BrowserWindow(toWindowOptions({ ...options, place, isDark }));
  window.once('ready-to-show', () => {
    if (options.place.maximized) window.maximize();
    window.show();
  });
  void window.loadURL(startPage);
  return window;
}

/** Shows a batch's summary in the window. */
export function showBatch(window: BrowserWindow, batchId: string): void {
  void window.loadURL(batchPage(batchId));
}
