import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Piscina } from 'piscina';
import { expect, it, onTestFinished, vi } from 'vitest';
import { endInTurn, startAtRest, startPool } from '../../main/platform/workers/threads.ts';

/** A start or an end that lasts until told otherwise, and logs in `log` when each begins. */
function held(log: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<string>();
  const run = () => {
    log.push(name);
    return promise;
  };
  return { run, over: () => resolve(name) };
}

async function settle(): Promise<void> {
  for (let turns = 0; turns < 5; turns += 1) await turn();
}

it('several threads start at once, and none is ended while one starts', async () => {
  const log: string[] = [];
  const one = held(log, 'one');
  const two = held(log, 'two');
  const end = held(log, 'end');
  const starts = [startAtRest(one.run), startAtRest(two.run)];
  const ended = endInTurn(end.run);
  await settle();
  expect(log).toEqual(['one', 'two']);
  one.over();
  await settle();
  expect(log).toEqual(['one', 'two']);
  two.over();
  expect(await Promise.all(starts)).toEqual(['one', 'two']);
  await settle();
  expect(log).toEqual(['one', 'two', 'end']);
  end.over();
  await ended;
});

it('threads are ended one after the other, and none starts meanwhile', async () => {
  const log: string[] = [];
  const first = held(log, 'first');
  const second = held(log, 'second');
  const start = held(log, 'start');
  const ends = [endInTurn(first.run), endInTurn(second.run)];
  const started = startAtRest(start.run);
  await settle();
  expect(log).toEqual(['first']);
  first.over();
  await settle();
  expect(log).toEqual(['first', 'second']);
  second.over();
  await settle();
  expect(log).toEqual(['first', 'second', 'start']);
  start.over();
  expect(await started).toBe('start');
  await Promise.all(ends);
});

it('starts and ends continue after a failure, which is reported to the caller', async () => {
  const fails = (name: string) => async () => {
    throw new Error(name);
  };
  const told = [
    expect(startAtRest(fails('start'))).rejects.toThrow('start'),
    expect(endInTurn(fails('end'))).rejects.toThrow('end'),
  ];
  expect(await startAtRest(async () => 'next')).toBe('next');
  await Promise.all(told);
});

it('a thread that did not get ready is ended in its turn, when no other starts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zubi-thread-'));
  const destroy = vi.spyOn(Piscina.prototype, 'destroy');
  const run = vi.spyOn(Piscina.prototype, 'run');
  onTestFinished(() => {
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true, force: true });
  });
  const worker = join(folder, 'worker.mjs');
  writeFileSync(worker, "export function ready() { throw new Error('not ready'); }");
  const other = held([], 'other');
  const started = startAtRest(other.run);
  const failed = expect(startPool(pathToFileURL(worker))).rejects.toThrow('not ready');
  await vi.waitFor(() => expect(run).toHaveBeenCalled());
  await expect(run.mock.results[0]?.value).rejects.toThrow('not ready');
  await settle();
  expect(destroy).not.toHaveBeenCalled();
  other.over();
  await started;
  await failed;
  expect(destroy).toHaveBeenCalledTimes(1);
});
