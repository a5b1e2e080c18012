import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Progress } from '../../../contract/queue.ts';
import type { SubmissionState } from '../../../contract/submission.ts';
import { createDesktopFixture, openDesktop, settle, still } from './desktop-fixture.ts';
import * as electron from './fake-electron.ts';

let fixture: ReturnType<typeof createDesktopFixture>;
beforeEach(() => {
  electron.reset();
  fixture = createDesktopFixture();
});
afterEach(() => fixture.remove());

const run = () => openDesktop(fixture.options);
const move = (change: Partial<Progress>) =>
  fixture.hosted.emit({ name: 'queue.changed', payload: { ...still, ...change } });
const stoppable = () => ({ preventDefault: vi.fn() });

describe('the end of the system session', () => {
  test('Windows is asked to wait for an answer, and continues when Zubi has ended', async () => {
    const window = await run();
    move({ files: 3, sending: 1, queued: 2 });
    const event = stoppable();
    window.emit('query-session-end', event);
    expect(event.preventDefault).toHaveBeenCalledOnce();
    await settle();
    expect([fixture.hosted.drains, electron.shown]).toEqual([['pause'], []]);
    expect(window.loaded.at(-1)).toBe('app://zubi/waiting/closing');
    fixture.hosted.closing.resolve();
    await settle();
    expect([fixture.hosted.closeCalls, electron.calls.at(-1)]).toEqual([1, 'quit']);
  });

  test('Windows is asked to wait for files that may have left since the last report of the queue', async () => {
    const window = await run();
    move({ files: 2, queued: 2 });
    const event = stoppable();
    window.emit('query-session-end', event);
    await settle();
    expect([event.preventDefault.mock.calls.length, fixture.hosted.drains]).toEqual([1, ['pause']]);
  });

  test('Windows is asked to wait for what was just sent, before the queue is told', async () => {
    const window = await run();
    const told = async (...states: SubmissionState[]) => {
      for (const [at, state] of states.entries())
        fixture.hosted.emit({ name: 'submission.changed', payload: { id: `${at}`, state } });
      const event = stoppable();
      window.emit('query-session-end', event);
      await settle();
      return event.preventDefault.mock.calls.length;
    };
    expect(await told('accepted', 'queued', 'unknown')).toBe(0);
    expect(await told('sending', 'accepted')).toBe(1);
    expect(fixture.hosted.drains).toEqual(['pause']);
    expect(await told('accepted')).toBe(0);
    await told('sending');
    fixture.hosted.emit({ name: 'history.replaced', payload: {} });
    expect(await told()).toBe(0);
  });

  test('Windows is not delayed by a queue at rest', async () => {
    const window = await run();
    move({ files: 2, queued: 2, paused: true });
    const event = stoppable();
    window.emit('query-session-end', event);
    await settle();
    expect([event.preventDefault.mock.calls.length, fixture.hosted.closeCalls]).toEqual([0, 0]);
    // Electron ends the process right after this event.
    expect(window.listenerCount('session-end')).toBe(0);
  });

  test('macOS and Linux wait, too, also while a question is open', async () => {
    fixture.hosted.setProgress({ queued: 4, sending: 2 });
    const answer = Promise.withResolvers<{ response: number }>();
    vi.spyOn(electron.dialog, 'showMessageBox').mockReturnValueOnce(answer.promise);
    await run();
    electron.app.emit('before-quit', stoppable());
    await settle();
    const event = stoppable();
    electron.powerMonitor.emit('shutdown', event);
    expect(event.preventDefault).toHaveBeenCalledOnce();
    await settle();
    answer.resolve({ response: 2 });
    await settle();
    // The answer comes too late: it is closing, whoever asks it to end once more.
    electron.powerMonitor.emit('shutdown', stoppable());
    electron.app.emit('before-quit', stoppable());
    await settle();
    fixture.hosted.closing.resolve();
    await settle();
    expect([fixture.hosted.drains, electron.calls.at(-1)]).toEqual([['pause'], 'quit']);
    expect(electron.boxes).toEqual([]);
  });

  test('nobody is asked about edits that are not saved, also where the question is open', async () => {
    const window = await run();
    window.hasEdits = true;
    const answer = Promise.withResolvers<{ response: number }>();
    const ask = vi.spyOn(electron.dialog, 'showMessageBox').mockReturnValueOnce(answer.promise);
    electron.app.emit('before-quit', stoppable());
    await settle();
    electron.powerMonitor.emit('shutdown', stoppable());
    await settle();
    expect(window.loaded.at(-1)).toBe('app://zubi/waiting/closing');
    // "Discard" in the last moment does not close it a second time.
    answer.resolve({ response: 0 });
    await settle();
    fixture.hosted.closing.resolve();
    await settle();
    expect([ask.mock.calls.length, fixture.hosted.drains]).toEqual([1, ['pause']]);
    expect(electron.calls.at(-1)).toBe('quit');
  });

  test('a run whose core is not open yet just ends', async () => {
    await openDesktop({ ...fixture.options, openApp: () => new Promise(() => undefined) });
    electron.powerMonitor.emit('shutdown', stoppable());
    expect(electron.calls.at(-1)).toBe('quit');
  });

  test('a signal asks like quitting, each time it comes', async () => {
    await run();
    for (const signal of ['SIGTERM', 'SIGTERM', 'SIGINT', 'SIGHUP']) fixture.signals.emit(signal);
    expect(electron.calls.filter((call) => call === 'quit')).toHaveLength(4);
  });
});

describe('while files are sent', () => {
  test('the computer stays awake, and may sleep afterwards', async () => {
    await run();
    move({ files: 2, queued: 1, sending: 1 });
    move({ files: 2, queued: 1, done: 1 });
    expect([electron.awake.size, electron.calls.at(-1)]).toEqual([1, 'prevent-app-suspension']);
    for (const rest of [
      { queued: 1, done: 1, paused: true },
      { queued: 1, done: 1, waitingUntil: '2026-07-01T10:05:00Z' },
      { queued: 1, held: 1, done: 1 },
      { done: 2 },
    ]) {
      move({ files: 2, sending: 1, queued: 1 });
      expect(electron.awake.size).toBe(1);
      move({ files: 2, ...rest });
      expect(electron.awake.size).toBe(0);
    }
  });

  test('the taskbar shows the progress, on a window that was opened meanwhile as well', async () => {
    const window = await run();
    move({ files: 5, queued: 2, held: 1, sending: 1, done: 2 });
    expect(window.progress.at(-1)).toEqual([0.5, 'normal']);
    move({ files: 5, queued: 3, held: 1, done: 2, paused: true });
    expect(window.progress.at(-1)).toEqual([0.5, 'paused']);
    window.emit('closed');
    electron.app.emit('activate');
    expect(electron.FakeWindow.all[1]?.progress.at(-1)).toEqual([0.5, 'paused']);
    move({ files: 5, queued: 1, held: 1, done: 4 });
    expect(electron.FakeWindow.all[1]?.progress.at(-1)).toEqual([-1, undefined]);
  });
});
