import type { BrowserWindow, MenuItemConstructorOptions } from 'electron';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { startPage } from '../../../main/hosts/desktop/addresses.ts';
import { toMenuTemplate } from '../../../main/hosts/desktop/menu.ts';
import { guardSessions } from '../../../main/hosts/desktop/permissions.ts';
import { textsIn } from '../../../main/hosts/desktop/texts.ts';
import { openPlainWindow, openWindow, readPlaces } from '../../../main/hosts/desktop/window.ts';
import {
  choosePlace,
  fitsOn,
  keepPlace,
  usualPlace,
  windowPlaceSchema,
} from '../../../main/hosts/desktop/window-place.ts';
import * as electron from './fake-electron.ts';

beforeEach(() => electron.reset());

const open = (isPackaged: boolean) => {
  openWindow({ preload: '/app/preload.cjs', isPackaged, places: {}, page: startPage });
  const window = electron.FakeWindow.all.at(-1);
  if (window === undefined) throw new Error('no window was opened');
  return window;
};
const preferences = (isPackaged = true) => open(isPackaged).options.webPreferences ?? {};

// holds E2, E3, E4, E6, E22
test('E1 the window loads the given page, of its own origin, and nothing else', () => {
  expect(open(true).loaded).toEqual(['app://zubi/index.html']);
});

test('E2 pages have no Node', () => {
  const given = preferences();
  expect(given.nodeIntegration).toBe(false);
  expect(given.nodeIntegrationInWorker).toBe(false);
  expect(given.nodeIntegrationInSubFrames).toBe(false);
});

test('E3 pages and bridge are isolated by an explicit setting', () => {
  expect(preferences().contextIsolation).toBe(true);
});

test('E4 every window sets the sandbox', () => {
  expect(preferences().sandbox).toBe(true);
});

test('E6 a page gets exactly these preferences, and no other one is set', () => {
  expect(preferences()).toEqual({
    preload: '/app/preload.cjs',
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
    devTools: false,
  });
});

test('E6 a page for reading or printing has no bridge and runs no script', () => {
  openPlainWindow('app://zubi/made/1', null);
  const [window] = electron.FakeWindow.all;
  expect(window?.options.show).toBe(false);
  const given = window?.options.webPreferences ?? {};
  expect(given).toMatchObject({ sandbox: true, contextIsolation: true, javascript: false });
  expect(given).not.toHaveProperty('preload');
  openPlainWindow('https://example.org/', null);
  expect(electron.FakeWindow.all[1]?.loaded).toEqual([]);
});

describe('E22 an installed Zubi', () => {
  const roles = (items: readonly MenuItemConstructorOptions[]): unknown[] =>
    items.flatMap(({ role, submenu }) => [role, ...(Array.isArray(submenu) ? roles(submenu) : [])]);
  const menu = (isPackaged: boolean, isMac: boolean) =>
    toMenuTemplate({
      texts: textsIn('es').menu,
      isPackaged,
      isMac,
      recentFiles: [],
      openDocuments: () => undefined,
      openRecent: () => undefined,
      clearRecent: () => undefined,
      showSettings: () => undefined,
      showGuide: () => undefined,
      showAbout: () => undefined,
    });

  test('has no developer tools', () => {
    expect(preferences(true).devTools).toBe(false);
    electron.reset();
    expect(preferences(false).devTools).toBe(true);
  });

  test.each([true, false])('has no way to them in its menu (macOS: %s)', (isMac) => {
    expect(roles(menu(true, isMac))).not.toContain('toggleDevTools');
    expect(roles(menu(true, isMac))).not.toContain('forceReload');
    expect(roles(menu(false, isMac))).toContain('toggleDevTools');
  });

  test('downloads no dictionaries', () => {
    expect(preferences().spellcheck).toBe(false);
    guardSessions(null);
    expect(electron.session.defaultSession.spellChecks).toBe(false);
  });
});

describe('the window', () => {
  test('appears when its content is ready', () => {
    const window = open(true);
    expect(window.options.show).toBe(false);
    expect(window.done).toEqual([]);
    window.emit('ready-to-show');
    window.webContents.emit('did-finish-load');
    expect(window.done).toEqual(['show']);
  });

  test('appears when its page has loaded, or after three seconds, without a ready event', () => {
    const loaded = open(true);
    loaded.webContents.emit('did-finish-load');
    expect(loaded.done).toEqual(['show']);
    electron.FakeWindow.loads = false;
    vi.useFakeTimers();
    const silent = open(true);
    vi.advanceTimersByTime(2900);
    expect(silent.done).toEqual([]);
    vi.advanceTimersByTime(200);
    expect(silent.done).toEqual(['show']);
    vi.useRealTimers();
  });

  test('returns to its last place, unless that screen was removed', () => {
    const screens = [{ x: 0, y: 0, width: 1920, height: 1040 }];
    expect(fitsOn(screens, { ...usualPlace, x: 100, y: 50 })).toBe(true);
    expect(fitsOn(screens, { ...usualPlace, x: 2500, y: 50 })).toBe(false);
    expect(fitsOn(screens, { ...usualPlace, x: 100, y: -300 })).toBe(false);
    const given = { preload: '/p', isPackaged: true, page: startPage };
    openWindow({ ...given, places: { window: { ...usualPlace, x: 2500, y: 50 } } });
    const window = { ...usualPlace, x: 100, y: 50, maximized: true };
    openWindow({ ...given, places: { window } });
    const [lost, kept] = electron.FakeWindow.all;
    expect(lost?.options).not.toHaveProperty('x');
    expect(kept?.options).toMatchObject({ x: 100, y: 50 });
    kept?.emit('ready-to-show');
    expect(kept?.done).toEqual(['maximize', 'show']);
  });

  test('has a place on each screen, and uses that of a connected screen', () => {
    const wide = { id: 7, workArea: { x: 1920, y: 0, width: 2560, height: 1400 } };
    const onWide = { ...usualPlace, width: 2000, height: 1300, x: 2100, y: 20 };
    const onOwn = { ...usualPlace, width: 1000, height: 700, x: 30, y: 40 };
    const first = keepPlace({}, onOwn, electron.oneScreen.id);
    const kept = keepPlace(first, onWide, wide.id);
    expect(choosePlace(kept, [electron.oneScreen, wide])).toEqual(onWide);
    expect(choosePlace(kept, [electron.oneScreen])).toEqual(onOwn);
    const small = { id: 9, workArea: { x: 0, y: 0, width: 1280, height: 720 } };
    const middle = { ...onWide, x: null, y: null, width: 1280, height: 720 };
    expect(choosePlace(keepPlace({}, onWide, wide.id), [small])).toEqual(middle);
  });

  test('fits on the smallest screen, as one of 1366 × 768 at 125 %', () => {
    expect(open(true).options).toMatchObject({ minWidth: 960, minHeight: 640 });
    electron.screen.all.push({ id: 7, workArea: { x: 1920, y: 0, width: 1093, height: 574 } });
    expect(open(true).options).toMatchObject({ minWidth: 960, minHeight: 574 });
    const low = { ...usualPlace, width: 683, height: 344 };
    expect(windowPlaceSchema.safeParse(low).success, 'one at 200 % is kept').toBe(true);
  });

  test('is saved under the screen it is on', () => {
    electron.screen.all.push({ id: 7, workArea: { x: 1920, y: 0, width: 2560, height: 1400 } });
    const window = open(true);
    window.bounds = { x: 2000, y: 10, width: 1100, height: 800 };
    window.maximized = true;
    const kept = readPlaces(window as unknown as BrowserWindow, {});
    expect(Object.keys(kept.windows)).toEqual(['7']);
    expect(kept.window).toMatchObject({ x: 2000, width: 1100, maximized: true });
  });

  test('has the background of the theme from the start', () => {
    electron.nativeTheme.shouldUseDarkColors = true;
    expect(open(true).options.backgroundColor).toBe('#0f1418');
    electron.nativeTheme.shouldUseDarkColors = false;
  });
});
