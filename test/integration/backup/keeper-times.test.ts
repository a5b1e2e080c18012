import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { createBackupKeeper } from '../../../main/features/backup/keeper.ts';
import { openStore } from '../../../main/platform/db/store.ts';
import { createMemoryLog } from '../../fixtures/secrets/vault-folder.ts';

afterEach(() => void vi.useRealTimers());

/** The last event of a history that every copy has. */
const longAgo = '2026-01-02T10:00:00.000Z';

/** A keeper of a real history; its clock advances a second each time it is read. */
async function openKeeper(startsAt = '2026-11-21T10:00:00.000Z') {
  const dataFolder = mkdtempSync(join(tmpdir(), 'zubi-keeper-'));
  let nowMs = Date.parse(startsAt);
  const clock = () => {
    nowMs += 1000;
    return new Date(nowMs);
  };
  const store = await openStore(dataFolder, clock);
  onTestFinished(async () => {
    await store.close();
    rmSync(dataFolder, { recursive: true, force: true });
  });
  const log = createMemoryLog();
  const copied = vi.fn();
  const forCheck = () => ({ keys: [], known: null });
  const options = { dataFolder, clock, log, emit: copied, onDamage: vi.fn(), forCheck };
  const keeper = createBackupKeeper(options);
  onTestFinished(() => keeper.stop());
  const setClock = (to: string) => {
    nowMs = Date.parse(to);
  };
  return { keeper, log, copied, setClock };
}

it('batches that end soon after a copy are copied once, after the pause', async () => {
  const { keeper, copied } = await openKeeper();
  await keeper.copyNow();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (let batch = 0; batch < 3; batch += 1) keeper.batchEnded();
  vi.advanceTimersByTime(100_000);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(20_000);
  vi.useRealTimers();
  await keeper.idle();
  expect(copied).toHaveBeenCalledTimes(2);
});

it('batches that end during a copy are copied once, after the pause', async () => {
  const { keeper, copied } = await openKeeper();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const copy = keeper.copyNow();
  keeper.batchEnded();
  keeper.batchEnded();
  await copy;
  expect([copied.mock.calls.length, vi.getTimerCount()]).toEqual([1, 1]);
  vi.advanceTimersByTime(120_000);
  vi.useRealTimers();
  await keeper.idle();
  expect(copied).toHaveBeenCalledTimes(2);
});

it('a batch that ends during a check is copied at once', async () => {
  const { keeper, copied } = await openKeeper();
  const check = keeper.checkNow();
  keeper.batchEnded();
  await check;
  await keeper.idle();
  expect(copied).toHaveBeenCalledTimes(1);
});

it('a copy or check cancelled because the application ends is no failure', async () => {
  const { keeper, log } = await openKeeper();
  keeper.started(longAgo);
  await keeper.stop();
  expect(log.lines.filter((line) => line.includes('backup_failed'))).toEqual([]);
});

it('a start copies the history once a day', async () => {
  const { keeper, copied, setClock } = await openKeeper();
  const start = async (at: string) => {
    setClock(at);
    copied.mockClear();
    keeper.started(longAgo);
    await keeper.idle();
    return copied.mock.calls.length;
  };
  expect(await start('2026-11-21T10:00:00.000Z')).toBe(1);
  expect(await start('2026-11-22T09:00:00.000Z')).toBe(0);
  expect(await start('2026-11-22T11:00:00.000Z')).toBe(1);
});

it('a start copies events that the newest copy does not have', async () => {
  const { keeper, copied, setClock } = await openKeeper();
  await keeper.copyNow();
  copied.mockClear();
  setClock('2026-11-21T10:05:00.000Z');
  keeper.started('2026-11-21T10:03:00.000Z');
  await keeper.idle();
  expect(copied).toHaveBeenCalledTimes(1);
});

it('a clock that was once years ahead does not prevent copies when it is right again', async () => {
  const { keeper, copied, setClock } = await openKeeper('2032-11-21T10:00:00.000Z');
  await keeper.copyNow();
  copied.mockClear();
  setClock('2026-11-21T10:00:00.000Z');
  keeper.started(longAgo);
  await keeper.idle();
  expect(copied).toHaveBeenCalledTimes(1);
});
