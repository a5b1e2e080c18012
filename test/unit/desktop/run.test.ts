import type { MenuItemConstructorOptions } from 'electron';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { desktopChannels } from '../../../contract/desktop.ts';
import type { AppEvent } from '../../../contract/events.ts';
import { startDesktop } from '../../../main/hosts/desktop/desktop.ts';
import type { DesktopOptions } from '../../../main/hosts/desktop/desktop-options.ts';
import { toErrorWords } from '../../../main/hosts/desktop/error-words.ts';
import { createDesktopFixture, openDesktop, settle } from './desktop-fixture.ts';
import * as electron from './fake-electron.ts';

let fixture: ReturnType<typeof createDesktopFixture>;
beforeEach(() => {
  electron.reset();
  fixture = createDesktopFixture();
});
afterEach(() => {
  vi.useRealTimers();
  fixture.remove();
});

const run = (change: Partial<DesktopOptions> = {}) =>
  openDesktop({ ...fixture.options, ...change });

describe('a run of the desktop', () => {
  test('sends the core’s events to the window, not to a closed one', async () => {
    const window = await run();
    const event: AppEvent = { name: 'companies.changed', payload: {} };
    fixture.hosted.emit(event);
    expect(window.webContents.sent).toEqual([{ channel: desktopChannels.event, message: event }]);
    window.webContents.destroyed = true;
    fixture.hosted.emit(event);
    window.emit('closed');
    fixture.hosted.emit(event);
    expect(window.webContents.sent).toHaveLength(1);
  });

  test('guards every session and page from its beginning', () => {
    startDesktop(fixture.options);
    expect(electron.session.defaultSession.request).not.toBeNull();
    const contents = new electron.FakeContents();
    electron.app.emit('web-contents-created', {}, contents);
    expect(contents.openHandler).not.toBeNull();
  });

  test('explains why it cannot open, in the system’s language, and ends', async () => {
    electron.app.locale = 'en-GB';
    startDesktop({ ...fixture.options, openApp: () => Promise.reject(new RangeError('no')) });
    electron.app.ready.resolve();
    await settle();
    const words = toErrorWords({ code: 'internal' }, 'en');
    expect(electron.shown).toEqual([`Zubi could not be opened: ${words}`]);
    expect(fixture.log.fields.get('desktop.start_failed')).toMatchObject({
      errorName: 'RangeError',
    });
    expect(electron.calls.at(-1)).toBe('exit 70');
    expect(electron.FakeWindow.all[0]?.loaded).toEqual(['app://zubi/waiting/opening']);
  });

  test('takes documents from its start, or that came before it was ready', async () => {
    startDesktop({
      ...fixture.options,
      launch: { ...fixture.options.launch, files: ['/documents/a.xml'] },
    });
    const event = { preventDefault: vi.fn() };
    electron.app.emit('open-file', event, '/documents/b.xml');
    expect(event.preventDefault).toHaveBeenCalledOnce();
    expect([fixture.hosted.taken, electron.FakeWindow.all]).toEqual([[], []]);
    electron.app.ready.resolve();
    await settle();
    expect(fixture.hosted.taken.map(({ name }) => name)).toEqual(['a.xml', 'b.xml']);
  });

  test('names a document that could not be taken', async () => {
    await run({ launch: { ...fixture.options.launch, files: ['/documents/refused.xml'] } });
    expect(electron.shown.join()).toContain('«refused.xml»');
  });

  test('starts in the sandbox only when asked and nothing is connected', async () => {
    const launch = { ...fixture.options.launch, sandboxOnFirstUse: true };
    await run({ launch });
    expect(fixture.hosted.called.map(({ method }) => method)).toContain('connection.useSandbox');
  });

  test('does not change an existing connection', async () => {
    fixture.hosted.setStatus({ environment: 'production' });
    await run({ launch: { ...fixture.options.launch, sandboxOnFirstUse: true } });
    expect(fixture.hosted.called.map(({ method }) => method)).not.toContain(
      'connection.useSandbox',
    );
  });

  test('shows a window with one sentence before the core is open, then the core’s', async () => {
    const core = Promise.withResolvers<typeof fixture.hosted>();
    Object.assign(fixture.preferences, { language: 'en', appearance: 'dark' });
    const window = await run({ openApp: () => core.promise });
    expect([window.loaded, window.done]).toEqual([['app://zubi/waiting/opening'], ['show']]);
    expect(electron.nativeTheme.themeSource).toBe('dark');
    const served = await electron.served.get('app')?.(new Request(window.loaded[0] ?? ''));
    expect(await served?.text()).toContain('Opening the history');
    electron.app.emit('activate');
    await settle();
    expect(window.done.at(-1)).toBe('focus');
    core.resolve(fixture.hosted);
    await settle();
    expect(window.loaded.at(-1)).toBe('app://zubi/index.html');
  });

  test('opens the core once the window shows, and not before', async () => {
    electron.FakeWindow.loads = false;
    const window = await run();
    expect([window.done, fixture.opened]).toEqual([[], ['preferences']]);
    window.emit('ready-to-show');
    await settle();
    expect([window.done, fixture.opened]).toEqual([['show'], ['preferences', 'app']]);
  });

  test('opens the core also when the window was closed before it showed', async () => {
    electron.FakeWindow.loads = false;
    const window = await run();
    window.emit('closed');
    await settle();
    expect(fixture.opened).toContain('app');
  });

  test('applies the chosen appearance to the system’s own frames and dialogs, too', async () => {
    await run();
    expect(electron.nativeTheme.themeSource).toBe('system');
    const value = { language: 'es', appearance: 'light' };
    fixture.hosted.replies.set('settings.get', { ok: true, value });
    fixture.hosted.emit({ name: 'settings.changed', payload: {} });
    await settle();
    expect(electron.nativeTheme.themeSource).toBe('light');
  });

  test('opens the window again on request, and keeps its place', async () => {
    const window = await run();
    window.close();
    window.emit('closed');
    const place = { x: 10, y: 20, width: 1200, height: 800, maximized: false };
    expect(fixture.preferences).toMatchObject({ window: place, windows: { 1: place } });
    electron.app.emit('activate');
    expect(electron.FakeWindow.all).toHaveLength(2);
    expect(electron.FakeWindow.all[1]?.options).toMatchObject({ width: 1200, height: 800 });
  });
});

describe('the menu', () => {
  const labels = (items: readonly MenuItemConstructorOptions[] = []) =>
    items.map(({ label }) => label);

  test('is in the chosen language, and changes with it', async () => {
    await run();
    expect(labels(electron.menus.at(-1))).toContain('Fitxategia');
    fixture.hosted.replies.set('settings.get', { ok: true, value: { language: 'es' } });
    fixture.hosted.emit({ name: 'settings.changed', payload: {} });
    await settle();
    expect(labels(electron.menus.at(-1))).toContain('Archivo');
  });

  test('is there before the core is open, and while it closes; then nothing leads to its pages', async () => {
    Object.assign(fixture.preferences, { language: 'en' });
    const core = Promise.withResolvers<typeof fixture.hosted>();
    const window = await run({ openApp: () => core.promise });
    expect(labels(electron.menus.at(-1))).toContain('File');
    const showSettings = () => {
      const items = electron.menus
        .at(-1)
        ?.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));
      const item = items?.find(({ accelerator }) => accelerator === 'CommandOrControl+,');
      item?.click?.({} as never, undefined, {} as never);
    };
    showSettings();
    core.resolve(fixture.hosted);
    await settle();
    // The second press loads nothing anew.
    for (const _ of [1, 2]) showSettings();
    electron.app.emit('before-quit', { preventDefault: () => undefined });
    await settle();
    showSettings();
    expect(window.loaded).toEqual([
      'app://zubi/waiting/opening',
      'app://zubi/index.html',
      'app://zubi/index.html#/settings',
      'app://zubi/waiting/closing',
    ]);
  });

  test('opens a dialog for choosing documents', async () => {
    await run();
    electron.dialog.chosen = ['/documents/c.xml'];
    const items = electron.menus
      .at(-1)
      ?.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));
    const item = items?.find(({ accelerator }) => accelerator === 'CommandOrControl+O');
    item?.click?.({} as never, undefined, {} as never);
    await settle();
    expect(fixture.hosted.taken).toEqual([{ name: 'c.xml', path: '/documents/c.xml' }]);
    expect(electron.dialog.openOptions[0]).not.toHaveProperty('defaultPath');
    const [filter] = electron.dialog.openOptions[0]?.filters ?? [];
    expect(filter?.extensions).toEqual(['xml', 'gz', 'xsig', 'p7m', 'zip']);
    electron.dialog.chosen = [];
    item?.click?.({} as never, undefined, {} as never);
    await settle();
    expect(electron.dialog.openOptions[1]?.defaultPath).toBe('/documents');
    // The dialog for a watched folder begins there, too.
    electron.dialog.chosen = ['/documents/new'];
    expect(await fixture.hosted.chooseFolder()).toBe('/documents/new');
    expect(electron.dialog.openOptions[2]).toEqual({
      properties: ['openDirectory'],
      defaultPath: '/documents',
    });
    electron.dialog.chosen = [];
    expect(await fixture.hosted.chooseFolder()).toBeNull();
  });
});
