import { expect, test } from 'vitest';
import { QueueGate } from '../../../main/features/outbox/queue-gate.ts';

function makeGate() {
  const core = {
    chain: { question: () => null },
    log: { info: () => {}, warn: () => {}, error: () => {} },
  };
  const pace = { now: () => 0, random: () => 0, after: () => () => {} };
  return new QueueGate(core as never, pace, () => {});
}
const fail = (gate: QueueGate, times: number, status = 503) => {
  for (let time = 0; time < times; time += 1) gate.noteFault('service_unavailable', status);
};

test('ten of the same fault in a row stop the queue, until a person or another service', () => {
  const gate = makeGate();
  fail(gate, 9);
  expect(gate.pause().paused).toBe(false);
  fail(gate, 1);
  expect(gate.pause()).toEqual({ paused: true, pausedBecause: 'service_unavailable' });
  expect(gate.resumeItself(), 'another call of the service was answered').toBe(false);
  gate.resume();
  fail(gate, 1);
  expect(gate.pause().paused, 'one file tried it').toBe(true);
  gate.forget();
  fail(gate, 9);
  expect(gate.pause().paused, 'at another service').toBe(false);
});

test('another fault, and a file that ends otherwise, begin the count anew', () => {
  const gate = makeGate();
  fail(gate, 9);
  fail(gate, 1, 502);
  fail(gate, 9);
  gate.noteNoFault();
  fail(gate, 9);
  expect(gate.pause().paused).toBe(false);
});
