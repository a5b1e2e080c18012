import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DesktopOptions } from '../../../main/hosts/desktop/desktop-options.ts';
import { systemLanguage } from '../../../main/hosts/desktop/desktop-settings.ts';
import { startAnew } from '../../../main/hosts/desktop/start-anew.ts';
import { languageOf } from '../../../main/hosts/desktop/texts.ts';
import { createDesktopFixture, openDesktop, settle } from './desktop-fixture.ts';
import * as electron from './fake-electron.ts';

const spawned = vi.hoisted(() => ({ all: [] as unknown[][] }));
vi.mock('node:child_process', async (original) => ({
  ...(await original<typeof import('node:child_process')>()),
  spawn: (...words: unknown[]) => {
    spawned.all.push(words);
    return { unref: () => undefined };
  },
}));

let fixture: ReturnType<typeof createDesktopFixture>;
beforeEach(() => {
  electron.reset();
  spawned.all.length = 0;
  fixture = createDesktopFixture();
});
afterEach(() => fixture.remove());

const run = (change: Partial<DesktopOptions> = {}) =>
  openDesktop({ ...fixture.options, ...change });

describe('a window that fails', () => {
  test('loads a page that crashed again, and asks when that does not help', async () => {
    const { webContents } = await run();
    webContents.emit('render-process-gone', {}, { reason: 'clean-exit' });
    expect(webContents.reloads).toBe(0);
    const die = () => webContents.emit('render-process-gone', {}, { reason: 'crashed' });
    for (let time = 0; time < 3; time += 1) die();
    expect([webContents.reloads, electron.shown]).toEqual([3, []]);
    // A minute later the former deaths do not count any more.
    fixture.clock.now += 61_000;
    for (let time = 0; time < 3; time += 1) die();
    expect([webContents.reloads, electron.shown]).toEqual([6, []]);
    die();
    await settle();
    expect([webContents.reloads, electron.shown.length]).toEqual([7, 1]);
    expect(electron.shown[0]).toContain('Ez da daturik galdu');
    electron.dialog.pressed = 1;
    for (let time = 0; time < 4; time += 1) die();
    await settle();
    expect([webContents.reloads, electron.calls.at(-1)]).toEqual([10, 'quit']);
    expect(fixture.log.events).toContain('desktop.window_gone');
  });

  describe('that hangs', () => {
    beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
    afterEach(() => vi.useRealTimers());

    test('asks a person to wait or reload, and again after a minute of waiting', async () => {
      const window = await run();
      window.emit('unresponsive');
      window.emit('unresponsive');
      await settle();
      expect(electron.boxes.map(({ buttons }) => buttons)).toEqual([
        ['Itxaron', 'Kargatu berriro'],
      ]);
      expect(fixture.log.events).toContain('desktop.window_unresponsive');
      electron.dialog.pressed = 1;
      await vi.advanceTimersByTimeAsync(60_000);
      expect([electron.boxes.length, window.webContents.reloads]).toEqual([2, 1]);
      // A hang after that one is a new one.
      window.emit('unresponsive');
      await settle();
      expect([electron.boxes.length, window.webContents.reloads]).toEqual([3, 2]);
    });

    test('asks nothing more once it has gone', async () => {
      const window = await run();
      electron.dialog.pressed = null;
      window.emit('unresponsive');
      window.emit('closed');
      expect(electron.boxes[0]?.signal?.aborted).toBe(true);
      electron.dialog.pressed = 0;
      window.emit('unresponsive');
      await settle();
      window.emit('closed');
      await vi.advanceTimersByTimeAsync(120_000);
      expect(electron.boxes).toHaveLength(2);
    });

    test('closes the question when it answers again, and asks no more', async () => {
      const window = await run();
      electron.dialog.pressed = null;
      window.emit('unresponsive');
      const question = electron.boxes[0]?.signal;
      expect(question?.aborted).toBe(false);
      window.emit('responsive');
      expect(question?.aborted).toBe(true);
      await vi.advanceTimersByTimeAsync(120_000);
      electron.dialog.pressed = 0;
      window.emit('unresponsive');
      await settle();
      window.emit('responsive');
      await vi.advanceTimersByTimeAsync(120_000);
      expect([electron.boxes.length, window.webContents.reloads]).toEqual([2, 0]);
    });
  });

  test('logs a bridge that fails and a process that ends', async () => {
    const window = await run();
    electron.app.emit('child-process-gone', {}, { type: 'Utility', reason: 'clean-exit' });
    expect(fixture.log.events).not.toContain('desktop.process_gone');
    window.webContents.emit('preload-error', {}, '/preload.cjs', new Error('bridge'));
    electron.app.emit('child-process-gone', {}, { type: 'GPU', reason: 'crashed' });
    expect(fixture.log.events).toEqual(
      expect.arrayContaining([...['desktop.preload_failed', 'desktop.process_gone']]),
    );
  });
});

test('the language is the person’s first that Zubi has, also Basque, which Chromium lacks', () => {
  expect(languageOf('fr-FR', 'eu-ES', 'es-ES')).toBe('eu');
  expect(languageOf('', 'en-GB')).toBe('en');
  expect(languageOf('fr')).toBe('es');
  Object.assign(electron.app, { preferred: ['fr-FR', 'eu-ES'], locale: 'es' });
  expect(systemLanguage()).toBe('eu');
  Object.assign(electron.app, { preferred: [], locale: 'en-GB' });
  expect(systemLanguage()).toBe('en');
});

test('an AppImage that is started again while it closes opens from its own file', async () => {
  await run({ launch: { ...fixture.options.launch, options: [], appImage: '/opt/zubi.AppImage' } });
  electron.app.emit('before-quit', { preventDefault: () => undefined });
  await settle();
  electron.app.emit('second-instance', {}, [], '/', { files: ['/documents/late.xml'] });
  fixture.hosted.closing.resolve();
  await settle();
  electron.app.emit('quit');
  expect(electron.calls.filter((call) => call.startsWith('relaunch'))).toEqual([]);
  expect(spawned.all[0]?.slice(0, 2)).toEqual(['/opt/zubi.AppImage', ['/documents/late.xml']]);
});

test('an AppImage is restarted from its own file, after this run has ended', () => {
  const personUmask = process.umask();
  process.umask(0o077);
  startAnew(['/documents/late.xml'], { appImage: '/opt/zubi.AppImage', personUmask });
  expect(process.umask()).toBe(personUmask);
  expect([spawned.all, electron.calls]).toEqual([[], []]);
  electron.app.emit('quit');
  const own = { detached: true, stdio: 'ignore' };
  expect(spawned.all).toEqual([['/opt/zubi.AppImage', ['/documents/late.xml'], own]]);
  startAnew(['a.xml'], { appImage: null, personUmask: null });
  expect(electron.calls).toEqual(['relaunch a.xml']);
});
