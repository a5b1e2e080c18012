import { describe, expect, it } from 'vitest';
import { sumAmounts, toAmount, toCents } from '../../../contract/money.ts';

describe('amounts', () => {
  it('reads decimal strings exactly and nothing else', () => {
    expect(toCents('84310.22')).toBe(8431022n);
    expect(toCents('-0.5')).toBe(-50n);
    expect(toCents('7')).toBe(700n);
    for (const text of ['', '1,5', '1.234', 'NaN', '1e3']) expect(toCents(text)).toBeNull();
  });

  it('adds without floating-point errors', () => {
    expect(sumAmounts(['0.10', '0.20', null, 'x'])).toBe('0.30');
    expect(sumAmounts(['90071992547409.93', '0.01'])).toBe('90071992547409.94');
    expect(sumAmounts(['-1.00', '0.95'])).toBe('-0.05');
    expect([sumAmounts([]), sumAmounts([null])]).toEqual([null, null]);
  });

  it('writes cents with two digits', () => {
    expect([5, -5, 0, -100, 12_345n].map(toAmount)).toEqual([
      '0.05',
      '-0.05',
      '0.00',
      '-1.00',
      '123.45',
    ]);
    expect(toAmount(9007199254740993n)).toBe('90071992547409.93');
  });
});
