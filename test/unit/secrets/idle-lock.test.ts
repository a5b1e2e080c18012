import { expect, test } from 'vitest';
import { createIdleLock } from '../../../main/platform/secrets/idle-lock.ts';

const minute = 60_000;

/** A clock of its own, and a lock that counts. */
function stand() {
  let now = 0;
  let timer: { at: number; run: () => void } | null = null;
  const state = { locks: 0, limit: (15 * minute) as number | null, rest: Promise.resolve() };
  const lock = createIdleLock({
    pace: {
      now: () => now,
      after: (milliseconds, run) => {
        const own = { at: now + milliseconds, run };
        timer = own;
        return () => {
          if (timer === own) timer = null;
        };
      },
    },
    limitMs: () => state.limit,
    rest: () => state.rest,
    lock: async () => {
      state.locks += 1;
      state.limit = null;
    },
  });
  const goOn = async (milliseconds: number) => {
    now += milliseconds;
    if (timer !== null && timer.at <= now) {
      const { run } = timer;
      timer = null;
      run();
    }
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  return { state, lock, goOn };
}

test('the vault is locked after the set time without a call', async () => {
  const { state, lock, goOn } = stand();
  lock.noteCall();
  await goOn(14 * minute);
  lock.noteCall();
  await goOn(14 * minute);
  expect(state.locks).toBe(0);
  await goOn(minute);
  expect(state.locks).toBe(1);
});

test('the vault waits for files queued or on their way, and for callers meanwhile', async () => {
  const { state, lock, goOn } = stand();
  const { promise, resolve } = Promise.withResolvers<void>();
  state.rest = promise;
  lock.noteCall();
  await goOn(15 * minute);
  expect(state.locks).toBe(0);
  await goOn(minute);
  lock.noteCall();
  resolve();
  await goOn(0);
  expect(state.locks).toBe(0);
  await goOn(15 * minute);
  expect(state.locks).toBe(1);
});

test('the vault does nothing when there is nothing to lock, or after it is closed', async () => {
  const { state, lock, goOn } = stand();
  state.limit = null;
  lock.noteCall();
  await goOn(60 * minute);
  state.limit = 15 * minute;
  lock.noteCall();
  lock.close();
  await goOn(60 * minute);
  expect(state.locks).toBe(0);
});
