import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import texts from '../../../locales/eu/desktop.json' with { type: 'json' };
import { submitPage } from '../../../main/hosts/desktop/addresses.ts';
import type { DesktopOptions } from '../../../main/hosts/desktop/desktop-options.ts';
import { defaultServiceProfile } from '../../../main/service/profile.ts';
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

describe('quitting', () => {
  const ask = () => {
    const event = { preventDefault: vi.fn() };
    electron.app.emit('before-quit', event);
    return event.preventDefault.mock.calls.length > 0;
  };
  const quit = async () => {
    ask();
    await settle();
  };

  test('closes the core once, waits for it, and then ends', async () => {
    await run();
    expect([ask(), ask()]).toEqual([true, true]);
    await settle();
    expect(electron.shown).toEqual([]);
    expect([fixture.hosted.closeCalls, electron.calls.includes('quit')]).toEqual([1, false]);
    fixture.hosted.closing.resolve();
    await settle();
    expect(electron.calls.at(-1)).toBe('quit');
    expect(ask()).toBe(false);
  });

  test('keeps edits that are not saved, or gives them up, as a person says', async () => {
    const window = await run();
    window.hasEdits = true;
    electron.dialog.pressed = 1;
    expect(ask()).toBe(true);
    await settle();
    expect(electron.shown.join()).toContain(texts.unsaved.message);
    expect([fixture.hosted.closeCalls, electron.calls.includes('quit')]).toEqual([0, false]);
    // It is as before: a reload of the page asks, and its places can be reached.
    window.webContents.emit('will-prevent-unload', { preventDefault: vi.fn() });
    await settle();
    expect(electron.boxes).toHaveLength(2);
    window.hasEdits = false;
    electron.app.emit('second-instance', {}, [], '/', { files: ['/documents/a.xml'] });
    await settle();
    expect(window.loaded.at(-1)).toBe(submitPage);

    window.hasEdits = true;
    electron.dialog.pressed = 0;
    expect(ask()).toBe(true);
    await settle();
    fixture.hosted.closing.resolve();
    await settle();
    expect(window.loaded.at(-1)).toContain('closing');
    expect([fixture.hosted.closeCalls, electron.calls.at(-1)]).toEqual([1, 'quit']);
  });

  test('keeps edits also when an earlier attempt aborts the load of the last page', async () => {
    const window = await run();
    Object.assign(window, { hasEdits: true, refusesLate: true });
    electron.dialog.pressed = 1;
    expect(ask()).toBe(true);
    await settle();
    expect(electron.shown.join()).toContain(texts.unsaved.message);
    expect([fixture.hosted.closeCalls, electron.calls.includes('quit')]).toEqual([0, false]);
  });

  test('asks before a page with edits loads itself again; the window stays', async () => {
    const window = await run();
    electron.dialog.pressed = 0;
    window.webContents.emit('will-prevent-unload', { preventDefault: vi.fn() });
    await settle();
    expect(electron.shown.join()).toContain(texts.unsaved.message);
    expect([window.webContents.reloads, window.done.includes('destroyed')]).toEqual([1, false]);
  });

  test('waits for a sending in progress as long as it may take, but not for ever', async () => {
    await run();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    expect(ask()).toBe(true);
    await settle();
    await vi.advanceTimersByTimeAsync(defaultServiceProfile().timeouts.submissionTotalMs + 20_000);
    expect(electron.calls).not.toContain('quit');
    await vi.advanceTimersByTimeAsync(15 * 60_000);
    expect(electron.calls.at(-1)).toBe('quit');
    expect(fixture.log.events).toContain('desktop.close_late');
  });

  test('finishes waiting files first when a person chooses that, and works until then', async () => {
    fixture.hosted.setProgress({ queued: 4, sending: 2, held: 1 });
    await run();
    expect(ask()).toBe(true);
    await settle();
    expect(electron.shown.join()).toContain('5 fitxategi');
    expect([fixture.hosted.closeCalls, electron.calls.includes('quit')]).toEqual([0, false]);
    electron.app.emit('activate');
    expect(electron.FakeWindow.all[0]?.done).toContain('focus');
    fixture.hosted.resting.resolve();
    await settle();
    fixture.hosted.closing.resolve();
    await settle();
    expect([fixture.hosted.drains, electron.calls.at(-1)]).toEqual([['finish'], 'quit']);
  });

  test('pauses the queue when a person chooses that, and ends after the current answer', async () => {
    fixture.hosted.setProgress({ queued: 4, sending: 2 });
    electron.dialog.pressed = 1;
    await run();
    await quit();
    expect([fixture.hosted.drains, electron.calls.includes('quit')]).toEqual([['pause'], false]);
    fixture.hosted.closing.resolve();
    await settle();
    expect(electron.calls.at(-1)).toBe('quit');
  });

  test('is cancelled when a person stays, and asks again the next time', async () => {
    fixture.hosted.setProgress({ queued: 1 });
    electron.dialog.pressed = 2;
    const window = await run();
    window.emit('closed');
    await quit();
    expect([fixture.hosted.closeCalls, electron.FakeWindow.all.length]).toEqual([0, 2]);
    electron.dialog.pressed = 1;
    expect(ask()).toBe(true);
    await settle();
    expect([electron.shown.length, fixture.hosted.drains]).toEqual([2, ['pause']]);
  });

  test('asks once, also when it is requested again while the question is open', async () => {
    fixture.hosted.setProgress({ queued: 1 });
    await run();
    electron.dialog.pressed = null;
    for (const _ of [1, 2]) await quit();
    expect(electron.boxes).toHaveLength(1);
  });

  test('asks once about edits, when the queue has been finished', async () => {
    fixture.hosted.setProgress({ queued: 1 });
    const window = await run();
    await quit();
    window.hasEdits = true;
    electron.dialog.pressed = null;
    fixture.hosted.resting.resolve();
    await settle();
    await quit();
    expect(electron.shown.filter((box) => box.includes(texts.unsaved.message))).toHaveLength(1);
    expect(electron.boxes).toHaveLength(2);
  });

  test('ends no run that a person wants to keep after all, once the queue is empty', async () => {
    fixture.hosted.setProgress({ queued: 1 });
    await run();
    for (const button of [0, 2]) {
      electron.dialog.pressed = button;
      await quit();
    }
    fixture.hosted.resting.resolve();
    await settle();
    expect([fixture.hosted.closeCalls, electron.calls.includes('quit')]).toEqual([0, false]);
  });

  test('needs no window', async () => {
    const window = await run();
    window.emit('closed');
    await quit();
    expect(fixture.hosted.closeCalls).toBe(1);
  });

  test('does not wait for a queue that has stopped', async () => {
    fixture.hosted.setProgress({ queued: 3, paused: true });
    await run();
    await quit();
    expect([electron.shown, fixture.hosted.drains]).toEqual([[], ['finish']]);
  });

  test('asks before the window closes, and keeps it when the person stays', async () => {
    fixture.hosted.setProgress({ queued: 1 });
    electron.dialog.pressed = 2;
    const window = await run();
    expect(window.close()).toBe(false);
    expect(electron.calls.at(-1)).toBe('quit');
    await quit();
    expect([electron.shown.length, window.done.includes('destroyed')]).toEqual([1, false]);
    electron.dialog.pressed = 1;
    await quit();
    // Closed while it closes, it only hides; it goes when there is nothing left to wait for.
    expect([window.close(), window.done.at(-1)]).toEqual([false, 'hide']);
    fixture.hosted.closing.resolve();
    await settle();
    expect(window.close()).toBe(true);
  });

  test('is not what closing the window means on macOS: Zubi stays without one', async () => {
    vi.stubGlobal('process', { ...process, platform: 'darwin' });
    const window = await run();
    expect(window.close()).toBe(true);
    electron.app.emit('window-all-closed');
    expect(electron.calls).not.toContain('quit');
    vi.unstubAllGlobals();
    electron.app.emit('window-all-closed');
    expect(electron.calls.at(-1)).toBe('quit');
  });

  test('shows that it is finishing, and opens again when it was started again meanwhile', async () => {
    const window = await run();
    await quit();
    expect(window.loaded.at(-1)).toBe('app://zubi/waiting/closing');
    electron.app.emit('second-instance', {}, [], '/', { files: [] });
    await settle();
    expect(window.loaded.at(-1)).toBe('app://zubi/waiting/reopening');
    expect(window.done.at(-1)).toBe('focus');
    fixture.hosted.closing.resolve();
    await settle();
    expect(electron.calls.slice(-2)).toEqual(['relaunch --data here', 'quit']);
  });

  test('opens no window any more when all is closed, which would keep it from ending', async () => {
    const window = await run();
    await quit();
    fixture.hosted.closing.resolve();
    await settle();
    window.close();
    electron.app.emit('activate');
    electron.app.emit('second-instance', {}, [], '/', { files: [] });
    expect(electron.FakeWindow.all).toHaveLength(1);
  });

  test('is cancelled when Zubi is started again before the queue is empty', async () => {
    fixture.hosted.setProgress({ queued: 4 });
    await run();
    await quit();
    electron.app.emit('second-instance', {}, [], '/', { files: [] });
    fixture.hosted.resting.resolve();
    await settle();
    expect([fixture.hosted.closeCalls, electron.calls.includes('quit')]).toEqual([0, false]);
  });

  test('goes on when the core fails to close', async () => {
    await run();
    await quit();
    fixture.hosted.closing.reject(Object.assign(new Error('disk'), { code: 'ENOSPC' }));
    await settle();
    expect(electron.calls.at(-1)).toBe('quit');
    expect(fixture.log.fields.get('desktop.close_failed')).toMatchObject({ errorCode: 'ENOSPC' });
  });

  test('needs no question while nothing is open, and the window goes', async () => {
    const window = await run({ openApp: () => new Promise(() => undefined) });
    expect([window.close(), electron.calls.at(-1)]).toEqual([false, 'quit']);
    expect([ask(), window.close()]).toEqual([false, true]);
  });
});
