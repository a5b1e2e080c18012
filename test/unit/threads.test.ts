import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { endInTurn, startAtRest } from '../../main/threads.ts';

/** A start or an end that lasts until it is told to be over, and says in `log` when each begins. */
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

it('starts several threads at once, and ends none while one of them starts', async () => {
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

it('ends threads one after the other, and starts none meanwhile', async () => {
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

it('goes on after a start or an end that failed, and tells who asked', async () => {
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
