import { expect, test } from 'vitest';
import type { RecordSummary } from '../../../main/ports.ts';
import { RecordShelf } from '../../../main/submissions/record-shelf.ts';

const records = (count: number): RecordSummary[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ record: index + 1, counterparty: null, amount: '1.00' },
    key: {
      issuer: null,
      series: null,
      number: String(index),
      date: null,
      epigraph: null,
      concept: null,
      line: null,
    },
  }));

test('records are given once', () => {
  const shelf = new RecordShelf();
  shelf.put('a', records(3));
  expect(shelf.take('a')).toHaveLength(3);
  expect(shelf.take('a')).toBeNull();
  expect(shelf.take('b')).toBeNull();
});

test('newer ones push out the oldest, and nothing else', () => {
  const shelf = new RecordShelf(10);
  for (const sha256 of ['a', 'b', 'c']) shelf.put(sha256, records(4));
  expect(shelf.take('a')).toBeNull();
  expect(shelf.take('b')).toHaveLength(4);
  shelf.put('d', records(6));
  expect([shelf.take('c')?.length, shelf.take('d')?.length]).toEqual([4, 6]);
});

test('the same document put again counts once, and one that is too large is left out', () => {
  const shelf = new RecordShelf(10);
  for (let times = 0; times < 5; times += 1) shelf.put('a', records(6));
  shelf.put('b', records(4));
  shelf.put('c', records(11));
  expect([shelf.take('a')?.length, shelf.take('b')?.length, shelf.take('c')]).toEqual([6, 4, null]);
});
