import { expect, test } from 'vitest';
import type { Core } from '../../../main/features/core.ts';
import { lockWhenIdle } from '../../../main/features/preferences/public.ts';

const minute = 60_000;

/** A clock of its own, and a lock that counts. */
function stand() {
  let now = 0;
  let timer: { at: number; run: () => void } | null = null;
  const state = { locks: 0, locked: false, rest: Promise.resolve() };
  const core = {
    vault: {
      protection: () => ({ backend: 'passphrase', locked: state.locked }),
      lock: async () => {
        state.locks += 1;
        state.locked = true;
      },
    },
    settings: { read: () => ({ lockAfterMinutes: 15 }) },
    emit: () => undefined,
  } as unknown as Core;
  const lock = lockWhenIdle(core, {
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
    idle: () => state.rest,
  });
  const dispatch = lock.watch(async () => ({ ok: true, value: null }));
  const call = () => dispatch('app.status', {});
  const goOn = async (milliseconds: number) => {
    now += milliseconds;
    if (timer !== null && timer.at <= now) {
      const { run } = timer;
      timer = null;
      run();
    }
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  return { state, lock, call, goOn };
}

test('the vault is locked after the set time without a call', async () => {
  const { state, call, goOn } = stand();
  await call();
  await goOn(14 * minute);
  await call();
  await goOn(14 * minute);
  expect(state.locks).toBe(0);
  await goOn(minute);
  expect(state.locks).toBe(1);
});

test('the vault waits for files queued or on their way, and for callers meanwhile', async () => {
  const { state, call, goOn } = stand();
  const { promise, resolve } = Promise.withResolvers<void>();
  state.rest = promise;
  await call();
  await goOn(15 * minute);
  expect(state.locks).toBe(0);
  await goOn(minute);
  await call();
  resolve();
  await goOn(0);
  expect(state.locks).toBe(0);
  await goOn(15 * minute);
  expect(state.locks).toBe(1);
});

test('the vault does nothing when there is nothing to lock, or after it is closed', async () => {
  const { state, lock, call, goOn } = stand();
  state.locked = true;
  await call();
  await goOn(60 * minute);
  state.locked = false;
  await call();
  lock.close();
  await goOn(60 * minute);
  expect(state.locks).toBe(0);
});
