import type { IpcMainInvokeEvent, MenuItemConstructorOptions } from 'electron';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { desktopChannels } from '../../../contract/desktop.ts';
import type { AppEvent } from '../../../contract/events.ts';
import { startDesktop } from '../../../main/hosts/desktop/desktop.ts';
import type { DesktopOptions } from '../../../main/hosts/desktop/desktop-options.ts';
import { textsIn } from '../../../main/hosts/desktop/texts.ts';
import { createDesktopFixture, settle } from './desktop-fixture.ts';
import * as electron from './fake-electron.ts';

vi.mock('electron', () => import('./fake-electron.ts'));

let fixture: ReturnType<typeof createDesktopFixture>;
beforeEach(() => {
  electron.reset();
  fixture = createDesktopFixture();
});
afterEach(() => {
  vi.useRealTimers();
  fixture.remove();
});

async function run(change: Partial<DesktopOptions> = {}): Promise<electron.FakeWindow> {
  startDesktop({ ...fixture.options, ...change });
  electron.app.ready.resolve();
  await settle();
  const [window] = electron.FakeWindow.all;
  if (window === undefined) throw new Error('no window was opened');
  return window;
}
const noCounts = {
  accepted: 0,
  partiallyAccepted: 0,
  withErrors: 0,
  rejected: 0,
  failed: 0,
  unknown: 0,
  queuedThere: 0,
  cancelled: 0,
  held: 0,
};
const ended = (
  { files: given, ...counts }: Partial<typeof noCounts> & { readonly files?: number },
  batchId = 'b 1',
): AppEvent => {
  const all = { ...noCounts, ...counts };
  const files = given ?? Object.values(all).reduce((sum, count) => sum + count, 0);
  return { name: 'batch.ended', payload: { batchId, files, ...all } };
};

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

  test('explains why it cannot open, and ends', async () => {
    startDesktop({ ...fixture.options, openApp: () => Promise.reject(new RangeError('no')) });
    electron.app.ready.resolve();
    await settle();
    expect(electron.shown).toEqual(['Zubi no ha podido abrirse: described {}']);
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
    expect(fixture.hosted.taken).toEqual([]);
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
    electron.dialog.chosen = [];
    item?.click?.({} as never, undefined, {} as never);
    await settle();
    expect(electron.dialog.openOptions[1]?.defaultPath).toBe('/documents');
  });
});

describe('the notice at the end of a batch', () => {
  const notices = () => electron.Notification.all.map(({ options }) => options.body);

  test('appears when nobody looks, says how the batch ended without names, and leads to the summary', async () => {
    const window = await run();
    fixture.hosted.emit(ended({ accepted: 9, rejected: 1, unknown: 2, failed: 3, held: 1 }));
    expect(notices()).toEqual([
      'Onartuta: 9 · Baztertuta: 1 · Emaitza ezezaguna: 2 · Entregatu gabe: 3 · Arreta behar dute: 1',
    ]);
    electron.Notification.all[0]?.emit('click');
    expect(window.loaded.at(-1)).toBe('app://zubi/index.html#/history/batch/b%201');
    expect(window.done).toContain('focus');
  });

  test('reports files queued by the service as that, and as part of a batch that has been sent', async () => {
    await run();
    fixture.hosted.emit(ended({ files: 4, accepted: 1, unknown: 3, queuedThere: 2 }));
    const [notice] = electron.Notification.all;
    expect(notice?.options).toMatchObject({
      title: 'Sorta bidali da',
      body: 'Onartuta: 1 · Emaitza ezezaguna: 1 · Zerbitzuaren ilaran: 2',
    });
  });

  test('is logged when the system does not show it', async () => {
    await run();
    fixture.hosted.emit(ended({ accepted: 1 }));
    electron.Notification.all[0]?.emit('failed', {}, 'no daemon');
    expect(fixture.log.events).toContain('desktop.notice_failed');
  });

  test('leads to the summary also when the window was closed meanwhile', async () => {
    const window = await run();
    fixture.hosted.emit(ended({ accepted: 1 }));
    window.emit('closed');
    electron.Notification.all[0]?.emit('click');
    expect(electron.FakeWindow.all[1]?.loaded.at(-1)).toBe(
      'app://zubi/index.html#/history/batch/b%201',
    );
  });

  test('does not appear for a focused window, for files taken back, or when it is switched off', async () => {
    const window = await run();
    window.focused = true;
    fixture.hosted.emit(ended({ accepted: 1 }));
    window.focused = false;
    fixture.hosted.emit(ended({ cancelled: 4 }));
    expect(notices()).toEqual([]);
    fixture.hosted.replies.set('settings.get', { ok: true, value: { notifyWhenDone: false } });
    fixture.hosted.emit({ name: 'settings.changed', payload: {} });
    await settle();
    fixture.hosted.emit(ended({ accepted: 1 }));
    expect(notices()).toEqual([]);
  });
});

describe('the notice of a near deadline', () => {
  const page = {
    ...{ detached: false, parent: null },
    ...{ origin: 'app://zubi', url: 'app://zubi/index.html' },
  };
  /** As the window's bridge sends it. */
  const remind = (deadline: unknown) => {
    const event = { senderFrame: page } as unknown as IpcMainInvokeEvent;
    return electron.ipcHandlers.get(desktopChannels.remind)?.(event, JSON.stringify(deadline));
  };
  const notices = () => electron.Notification.all.map(({ options }) => options);

  test('says the days and how many companies, and leads to the quarter', async () => {
    const window = await run();
    expect(await remind({ daysLeft: 3, companies: 2 })).toEqual({ ok: true, value: null });
    await remind({ daysLeft: 1, companies: 1 });
    await remind({ daysLeft: 0, companies: 1 });
    const { deadline } = textsIn('eu');
    expect(notices()).toEqual([
      {
        title: 'Epea amaitzeko 3 egun falta dira',
        body: `${deadline.companies_other.split(':')[0]}: 2.`,
      },
      { title: deadline.days_one, body: deadline.companies_one },
      { title: deadline.today, body: deadline.companies_one },
    ]);
    electron.Notification.all[0]?.emit('click');
    expect(window.loaded.at(-1)).toBe('app://zubi/index.html#/overview');
    electron.Notification.all[1]?.emit('failed', {}, 'no daemon');
    expect(fixture.log.events).toContain('desktop.notice_failed');
  });

  test('has no words of the page, and does not come when it is not wanted', async () => {
    await run();
    for (const wrong of [{ daysLeft: 3, companies: 2, title: 'Pay' }, { daysLeft: 'Pay' }, null])
      expect(await remind(wrong)).toMatchObject({ error: { code: 'invalid_input' } });
    fixture.hosted.replies.set('settings.get', {
      ok: true,
      value: { language: 'eu', notifyWhenDone: false },
    });
    fixture.hosted.emit({ name: 'settings.changed', payload: {} });
    await settle();
    expect(await remind({ daysLeft: 3, companies: 2 })).toEqual({ ok: true, value: null });
    expect(notices()).toEqual([]);
  });
});
