import { describe, expect, it } from 'vitest';
import { toAmount } from '../../../../contract/money.ts';
import {
  differsFromShare,
  haveOppositeSigns,
  percent,
  shareOf,
  sumOf,
} from '../../../../main/validator/rules/arithmetic.ts';
import { deadlineOf, quarterOf } from '../../../../main/validator/rules/data/deadlines.ts';
import { quotaTolerance } from '../../../../main/validator/rules/data/tolerances.ts';
import { toDayNumber, todayInMadrid } from '../../../../main/validator/today.ts';

const largest = 99_999_999_999_999;

describe('sums', () => {
  it('are exact beyond the precision of a float', () => {
    expect(sumOf(Array.from({ length: 1000 }, () => largest))).toBe(99_999_999_999_999_000n);
    expect(
      sumOf([
        ...Array.from({ length: 200 }, () => largest),
        ...Array.from({ length: 200 }, () => -largest),
        1,
      ]),
    ).toBe(1n);
    expect(sumOf([1210, -10])).toBe(1200);
    expect(sumOf([])).toBe(0);
  });
});

describe('a share', () => {
  it.each([
    [10_000, 2100, 2200, 100, false],
    [10_000, 2100, 2201, 100, true],
    [10_000, 2100, 1999, 100, true],
    [-10_000, 2100, -2200, 100, false],
    [333, 2100, 70, 0, true],
    // 69,999,999,999,999.99 at 21 % is 14,699,999,999,999.9979: what a float would round away
    // decides.
    [69_999_999_999_999, 2100, 14_700_000_000_099, 100, false],
    [69_999_999_999_999, 2100, 14_700_000_000_100, 100, true],
  ])('%d at %d against %d, %d tolerated', (base, rate, quota, tolerance, expected) => {
    expect(differsFromShare(base, rate, quota, tolerance)).toBe(expected);
  });

  it('is rounded to the cent, halves away from zero', () => {
    expect(shareOf(333, 2100)).toBe(70);
    expect(shareOf(50, 500)).toBe(3);
    expect(shareOf(-50, 500)).toBe(-3);
    expect(shareOf(largest, 2100)).toBe(20_999_999_999_999 + 1);
  });

  it('may differ by ten euros for a large base', () => {
    expect(quotaTolerance(9_999_999)).toBe(100);
    expect(quotaTolerance(10_000_000)).toBe(1000);
    expect(quotaTolerance(-10_000_001)).toBe(1000);
  });
});

describe('amounts in words', () => {
  it('are written as in the file', () => {
    expect([toAmount(5), toAmount(-5), toAmount(0), toAmount(12_345n), toAmount(-100)]).toEqual([
      '0.05',
      '-0.05',
      '0.00',
      '123.45',
      '-1.00',
    ]);
    expect([percent(2100), percent(1050), percent(62)]).toEqual(['21', '10.5', '0.62']);
    expect([haveOppositeSigns(1, -1), haveOppositeSigns(0, -1), haveOppositeSigns(-1, -2)]).toEqual(
      [true, false, false],
    );
  });
});

describe('days', () => {
  it('begin in Madrid', () => {
    expect(todayInMadrid(new Date('2026-07-01T21:59:00Z'))).toBe(20260701);
    expect(todayInMadrid(new Date('2026-07-01T22:01:00Z'))).toBe(20260702);
    expect(todayInMadrid(new Date('2025-12-31T23:30:00Z'))).toBe(20260101);
    expect(toDayNumber('2026-04-10')).toBe(20260410);
  });

  it.each([
    [20240101, '2024-Q1', 20240425],
    [20240630, '2024-Q2', 20240725],
    [20240701, '2024-Q3', 20241025],
    [20241231, '2024-Q4', 20250131],
    // A Sunday.
    [20260801, '2026-Q3', 20261026],
    [260105, '0026-Q1', 260427],
  ])('%d lies in quarter %s, entered by %d', (day, quarter, deadline) => {
    expect(quarterOf(day)).toBe(quarter);
    expect(deadlineOf(quarter)).toBe(deadline);
  });
});
