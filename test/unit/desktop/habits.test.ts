import { join } from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { desktopChannels } from '../../../contract/desktop.ts';
import { toContextMenu } from '../../../main/hosts/desktop/context-menu.ts';
import { type MenuOptions, toMenuTemplate } from '../../../main/hosts/desktop/menu.ts';
import { textsIn } from '../../../main/hosts/desktop/texts.ts';
import { makeGuide } from '../../../scripts/make-guide.mjs';
import { createDesktopFixture, openDesktop, settle } from './desktop-fixture.ts';
import * as electron from './fake-electron.ts';

let fixture: ReturnType<typeof createDesktopFixture>;
beforeEach(() => {
  electron.reset();
  fixture = createDesktopFixture();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  fixture.remove();
});

const run = () => openDesktop(fixture.options);

type Item = MenuItemConstructorOptions;
const itemsOf = (item: Item | undefined): Item[] =>
  Array.isArray(item?.submenu) ? item.submenu : [];
const press = (item: Item | undefined) => item?.click?.({} as never, undefined, {} as never);
const everyItem = (): Item[] => (electron.menus.at(-1) ?? []).flatMap(itemsOf);
const menu = textsIn('eu').menu;
const findItem = (label: string) => everyItem().find((item) => item.label === label);

describe('a context menu', () => {
  const flags = {
    canCut: true,
    canCopy: true,
    canPaste: true,
    canDelete: true,
    canSelectAll: true,
    canUndo: false,
    canRedo: false,
    canEditRichly: false,
  };
  const params = { isEditable: true, editFlags: flags, selectionText: '' };
  const roles = (items: readonly Item[]) => items.flatMap(({ role }) => role ?? []);

  test('can cut, copy, paste and select all in an input, as far as possible', () => {
    const items = toContextMenu(params, menu);
    expect(roles(items)).toEqual(['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll']);
    expect(items.find(({ role }) => role === 'undo')?.enabled).toBe(false);
    expect(items.find(({ role }) => role === 'paste')?.enabled).toBe(true);
    expect(items.every(({ label, type }) => type === 'separator' || label !== undefined)).toBe(
      true,
    );
  });

  test('can copy selected text elsewhere', () => {
    const text = { ...params, isEditable: false };
    expect(toContextMenu(text, menu)).toEqual([]);
    expect(roles(toContextMenu({ ...text, selectionText: 'B48' }, menu))).toEqual(['copy']);
  });

  test('is in the language of the window', async () => {
    const window = await run();
    window.webContents.emit('context-menu', {}, params);
    window.webContents.emit('context-menu', {}, { ...params, isEditable: false });
    expect(electron.popups).toHaveLength(1);
    expect(electron.popups[0]?.find(({ role }) => role === 'cut')?.label).toBe('Ebaki');
  });
});

describe('the menus follow each system’s conventions', () => {
  const options = (isMac: boolean): MenuOptions => ({
    texts: menu,
    isPackaged: true,
    isMac,
    recentFiles: ['/documents/a & b.xml'],
    openDocuments: () => undefined,
    openRecent: () => undefined,
    clearRecent: () => undefined,
    showSettings: () => undefined,
    showGuide: () => undefined,
    showAbout: () => undefined,
  });
  const labels = (items: readonly Item[]) => items.map(({ label }) => label);

  test('macOS has its own first menu, with settings, about and quit', () => {
    const template = toMenuTemplate(options(true));
    expect(labels(template)).toEqual([
      'Zubi',
      ...[menu.file, menu.edit, menu.view, menu.window, menu.help],
    ]);
    expect(labels(itemsOf(template[0]))).toEqual(
      expect.arrayContaining([menu.about, menu.settings, menu.hide, menu.quit]),
    );
    expect(labels(itemsOf(template[1]))).not.toContain(menu.quit);
    expect(labels(itemsOf(template[5]))).not.toContain(menu.about);
  });

  test('elsewhere settings and quit are in the file menu, about in help', () => {
    const template = toMenuTemplate(options(false));
    expect(labels(template)).toEqual([menu.file, menu.edit, menu.view, menu.window, menu.help]);
    expect(labels(itemsOf(template[0]))).toEqual(
      expect.arrayContaining([menu.settings, menu.close, menu.quit]),
    );
    expect(labels(itemsOf(template[4]))).toContain(menu.about);
  });

  test.each([true, false])('their shortcuts are the usual ones (macOS: %s)', (isMac) => {
    const items = toMenuTemplate(options(isMac)).flatMap(itemsOf);
    const settings = items.find(({ label }) => label === menu.settings);
    expect(settings?.accelerator).toBe('CommandOrControl+,');
    // The role brings Cmd or Ctrl+W with it.
    expect(items.find(({ label }) => label === menu.close)?.role).toBe('close');
    expect(items.filter(({ role }) => role === 'close')).toHaveLength(1);
  });

  test('the settings open in the window', async () => {
    const window = await run();
    press(findItem(menu.settings));
    expect(window.loaded.at(-1)).toBe('app://zubi/index.html#/settings');
  });
});

describe('the about dialog', () => {
  test('shows the version, and the licences of everything included', async () => {
    await run();
    press(findItem(menu.about));
    await vi.waitUntil(() => electron.boxes.length > 0);
    expect(electron.boxes[0]).toMatchObject({ message: 'Zubi 0.0.0-test', type: 'none' });
    electron.dialog.pressed = 1;
    press(findItem(menu.about));
    await vi.waitUntil(() => electron.FakeWindow.all.length > 1);
    const shown = electron.FakeWindow.all[1];
    expect(shown?.options.webPreferences).toMatchObject({ javascript: false });
    const answer = async () => electron.served.get('app')?.(new Request(shown?.loaded[0] ?? ''));
    const page = await answer();
    expect(page?.headers.has('content-security-policy')).toBe(false);
    expect(await page?.text()).toContain("default-src 'none'; style-src 'unsafe-inline'");
    shown?.emit('closed');
    expect((await answer())?.status).toBe(404);
  });
});

test('the guide opens in the language of the window, without links to other documents', async () => {
  makeGuide(join(fixture.folder, 'dist', 'guide'));
  await run();
  press(findItem(menu.guide));
  await vi.waitUntil(() => electron.FakeWindow.all.length > 1);
  const shown = electron.FakeWindow.all[1];
  expect(shown?.options).toMatchObject({
    title: menu.guide,
    webPreferences: { javascript: false },
  });
  const answer = await electron.served.get('app')?.(new Request(shown?.loaded[0] ?? ''));
  const page = (await answer?.text()) ?? '';
  expect(page).toContain('<html lang="eu">');
  expect(page).toContain('<h1>Zubiren gida</h1>');
  expect(page).toContain('<table>');
  expect(page).not.toContain('<a ');
});

describe('recent files', () => {
  const drop = async (...files: object[]) => {
    const senderFrame = {
      detached: false,
      parent: null,
      origin: 'app://zubi',
      url: 'app://zubi/index.html',
    };
    const listener = electron.ipcHandlers.get(desktopChannels.files);
    await listener?.({ senderFrame } as never, files);
  };
  const recent = () => labelsOf(itemsOf(findItem(menu.openRecent)));
  const labelsOf = (items: readonly Item[]) =>
    items.flatMap(({ type, label }) => (type === 'separator' ? [] : [label]));

  test('are those opened or dropped last, documents only, and open again', async () => {
    await run();
    expect(findItem(menu.openRecent)?.enabled).toBe(false);
    electron.app.emit('open-file', { preventDefault: () => undefined }, '/documents/a.xml');
    await drop({ name: 'b.xml', path: '/documents/b & c.xml' }, { name: 'd.pdf', path: '/d.pdf' });
    await settle();
    expect(recent()).toEqual(['b && c.xml', 'a.xml', menu.clearRecent]);
    press(itemsOf(findItem(menu.openRecent))[1]);
    await settle();
    expect(fixture.hosted.taken.at(-1)?.name).toBe('a.xml');
    expect(fixture.preferences.recentFiles).toEqual(['/documents/a.xml', '/documents/b & c.xml']);
    press(itemsOf(findItem(menu.openRecent)).at(-1));
    expect([recent(), fixture.preferences.recentFiles]).toEqual([[menu.clearRecent], []]);
  });

  test('are ten, and passed to the systems that show them', async () => {
    vi.stubGlobal('process', { ...process, platform: 'darwin' });
    await run();
    for (let number = 1; number <= 12; number += 1)
      electron.app.emit('open-file', { preventDefault: () => undefined }, `/${number}.xml`);
    await settle();
    expect(fixture.preferences.recentFiles).toHaveLength(10);
    expect(fixture.preferences.recentFiles?.[0]).toBe('/12.xml');
    expect(electron.calls).toContain('recent /12.xml');
    press(itemsOf(findItem(menu.openRecent)).at(-1));
    expect(electron.calls).toContain('recent cleared');
  });
});

describe('the application icon', () => {
  const changed = { name: 'submission.changed', payload: { id: '1', state: 'rejected' } } as const;

  test('shows the number of files that wait for a person, read once for many changes', async () => {
    fixture.hosted.setStatus({ needsAttention: 3 });
    await run();
    expect(electron.app.badge).toBe(3);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const before = fixture.hosted.called.length;
    fixture.hosted.setStatus({ needsAttention: 4 });
    for (let time = 0; time < 50; time += 1) fixture.hosted.emit(changed);
    await vi.advanceTimersByTimeAsync(1000);
    expect([electron.app.badge, fixture.hosted.called.length - before]).toEqual([4, 1]);
  });

  test('has a mark with a sentence on Windows', async () => {
    vi.stubGlobal('process', { ...process, platform: 'win32' });
    fixture.hosted.setStatus({ needsAttention: 2 });
    const window = await run();
    const [image, text] = window.overlays.at(-1) ?? [];
    expect(image).toEqual({ path: expect.stringContaining('badge.png') });
    expect(text).toBe('Arreta behar dute: 2 bidalketa');
    fixture.hosted.replies.set('settings.get', { ok: true, value: { language: 'en' } });
    fixture.hosted.emit({ name: 'settings.changed', payload: {} });
    await settle();
    expect(window.overlays.at(-1)?.[1]).toBe('2 submissions need attention');
    fixture.hosted.setStatus({ needsAttention: 0 });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fixture.hosted.emit(changed);
    await vi.advanceTimersByTimeAsync(1000);
    expect(window.overlays.at(-1)).toEqual([null, '']);
  });

  test('flashes when a batch ends out of sight, until the window is focused', async () => {
    const window = await run();
    const counts = {
      withErrors: 0,
      partiallyAccepted: 0,
      rejected: 0,
      failed: 0,
      unknown: 0,
      queuedThere: 0,
      cancelled: 0,
    };
    const payload = { batchId: '1', files: 1, accepted: 1, held: 0, ...counts };
    window.focused = true;
    fixture.hosted.emit({ name: 'batch.ended', payload });
    expect(window.flashes).toEqual([]);
    window.focused = false;
    const listeners = window.listenerCount('focus');
    for (const _ of [1, 2]) fixture.hosted.emit({ name: 'batch.ended', payload });
    // One for each batch of a night would be reported as a leak.
    expect(window.listenerCount('focus')).toBe(listeners);
    window.emit('focus');
    expect(window.flashes).toEqual([true, true, false]);
  });
});
