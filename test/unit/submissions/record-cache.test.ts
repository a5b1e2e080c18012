import { expect, test } from 'vitest';
import { RecordCache } from '../../../main/features/submissions/record-cache.ts';
import type { RecordSummary } from '../../../main/validator/validator-port.ts';

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
  const recordCache = new RecordCache();
  recordCache.put('a', records(3));
  expect(recordCache.take('a')).toHaveLength(3);
  expect(recordCache.take('a')).toBeNull();
  expect(recordCache.take('b')).toBeNull();
});

test('newer ones push out the oldest, and nothing else', () => {
  const recordCache = new RecordCache(10);
  for (const sha256 of ['a', 'b', 'c']) recordCache.put(sha256, records(4));
  expect(recordCache.take('a')).toBeNull();
  expect(recordCache.take('b')).toHaveLength(4);
  recordCache.put('d', records(6));
  expect([recordCache.take('c')?.length, recordCache.take('d')?.length]).toEqual([4, 6]);
});

test('the same document put again counts once, and one that is too large is left out', () => {
  const recordCache = new RecordCache(10);
  for (let times = 0; times < 5; times += 1) recordCache.put('a', records(6));
  recordCache.put('b', records(4));
  recordCache.put('c', records(11));
  expect([
    recordCache.take('a')?.length,
    recordCache.take('b')?.length,
    recordCache.take('c'),
  ]).toEqual([6, 4, null]);
});
