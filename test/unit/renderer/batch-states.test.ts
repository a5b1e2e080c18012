import { expect, it } from 'vitest';
import { batchStates, countOf } from '../../../renderer/shared/history/batch-states.ts';

const none = {
  accepted: 0,
  partiallyAccepted: 0,
  withErrors: 0,
  rejected: 0,
  failed: 0,
  unknown: 0,
  queuedThere: 0,
  cancelled: 0,
};

it('a file that waits for a person is shown as that, not also as being sent', () => {
  const counts = { ...none, files: 10, accepted: 3, waiting: 7, held: 4 };
  const told = Object.fromEntries(batchStates.map(({ count }) => [count, countOf(counts, count)]));
  expect(told).toMatchObject({ accepted: 3, waiting: 3, held: 4 });
  const sum = Object.values(told).reduce((total, count) => total + count, 0);
  expect(sum, 'each file once').toBe(counts.files);
});

it('an ended batch shows held files, which are not among the others', () => {
  expect(countOf({ ...none, files: 2, held: 2 }, 'waiting')).toBe(0);
  expect(countOf({ ...none, files: 2, held: 2 }, 'held')).toBe(2);
});

it('a file accepted with errors is shown as that, not as partly accepted too', () => {
  const counts = { ...none, files: 5, partiallyAccepted: 5, withErrors: 2 };
  expect(countOf(counts, 'withErrors')).toBe(2);
  expect(countOf(counts, 'partiallyAccepted')).toBe(3);
});

it('a file queued by the service is shown as that, not as unknown too', () => {
  const counts = { ...none, files: 5, unknown: 5, queuedThere: 2 };
  expect(countOf(counts, 'queuedThere')).toBe(2);
  expect(countOf(counts, 'unknown')).toBe(3);
});
