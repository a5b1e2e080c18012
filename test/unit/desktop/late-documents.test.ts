import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDesktopFixture, openDesktop, settle } from './desktop-fixture.ts';
import * as electron from './fake-electron.ts';

let fixture: ReturnType<typeof createDesktopFixture>;
beforeEach(() => {
  electron.reset();
  fixture = createDesktopFixture();
});
afterEach(() => {
  vi.restoreAllMocks();
  fixture.remove();
});

const run = () => openDesktop(fixture.options);

async function quit(): Promise<void> {
  electron.app.emit('before-quit', { preventDefault: vi.fn() });
  await settle();
}

/** A person opens a document with Zubi, which runs. */
function bring(path: string): void {
  electron.app.emit('second-instance', {}, [], '/', { files: [path] });
}

describe('quitting', () => {
  test('leaves documents that come while it closes to the next run', async () => {
    await run();
    await quit();
    bring('/documents/late.xml');
    electron.app.emit('open-file', { preventDefault: vi.fn() }, '/documents/later.xml');
    await settle();
    expect(fixture.hosted.taken).toEqual([]);
    fixture.hosted.closing.resolve();
    await settle();
    expect(electron.calls.slice(-2)).toEqual([
      'relaunch --data here /documents/late.xml /documents/later.xml',
      'quit',
    ]);
  });

  test('leaves documents that come while the last page loads to the next run', async () => {
    const window = await run();
    const loaded = Promise.withResolvers<void>();
    vi.spyOn(window, 'loadURL').mockReturnValueOnce(loaded.promise);
    await quit();
    bring('/documents/late.xml');
    await settle();
    expect([fixture.hosted.taken, fixture.hosted.closeCalls]).toEqual([[], 0]);
    loaded.resolve();
    await settle();
    expect(window.loaded.at(-1)).toBe('app://zubi/waiting/reopening');
    fixture.hosted.closing.resolve();
    await settle();
    const next = ['relaunch --data here /documents/late.xml', 'quit'];
    expect([fixture.hosted.taken, electron.calls.slice(-2)]).toEqual([[], next]);
  });

  test('takes documents that come while it asks about edits, once these are kept', async () => {
    const window = await run();
    window.hasEdits = true;
    const pressed = Promise.withResolvers<{ response: number }>();
    const box = vi.spyOn(electron.dialog, 'showMessageBox').mockReturnValueOnce(pressed.promise);
    await quit();
    bring('/documents/late.xml');
    await settle();
    // Another page would ask a second time.
    expect([fixture.hosted.taken, box.mock.calls.length]).toEqual([[], 1]);
    pressed.resolve({ response: 1 });
    await settle();
    expect(fixture.hosted.taken).toMatchObject([{ name: 'late.xml' }]);
    // Quitting later opens no other run.
    window.hasEdits = false;
    await quit();
    fixture.hosted.closing.resolve();
    await settle();
    expect(electron.calls.filter((call) => call.startsWith('relaunch'))).toEqual([]);
    expect(electron.calls.at(-1)).toBe('quit');
  });

  test('opens again for documents of the last moment, when all is closed', async () => {
    await run();
    await quit();
    fixture.hosted.closing.resolve();
    await settle();
    expect(electron.calls.at(-1)).toBe('quit');
    bring('/documents/late.xml');
    expect(electron.calls.at(-1)).toBe('relaunch --data here /documents/late.xml');
  });
});
