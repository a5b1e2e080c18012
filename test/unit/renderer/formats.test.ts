import { describe, expect, it } from 'vitest';
import { dayBounds, formatDate, formatMoment, formatTime } from '../../../renderer/format/dates.ts';
import {
  formatAmount,
  formatBytes,
  formatCount,
  sumAmounts,
  toHundredths,
} from '../../../renderer/format/numbers.ts';

describe('amounts', () => {
  it('reads decimal strings exactly and nothing else', () => {
    expect(toHundredths('84310.22')).toBe(8431022n);
    expect(toHundredths('-0.5')).toBe(-50n);
    expect(toHundredths('7')).toBe(700n);
    for (const text of ['', '1,5', '1.234', 'NaN', '1e3']) expect(toHundredths(text)).toBeNull();
  });

  it('sums without the faults of floating point', () => {
    expect(sumAmounts(['0.10', '0.20', null, 'x'])).toBe('0.30');
    expect(sumAmounts(['90071992547409.93', '0.01'])).toBe('90071992547409.94');
    expect(sumAmounts(['-1.00', '0.95'])).toBe('-0.05');
    expect(sumAmounts([])).toBe('0.00');
  });

  it('writes them as each language does, every digit kept', () => {
    expect(formatAmount('es', '1204.5')).toBe('1.204,50');
    expect(formatAmount('eu', '312480.15')).toBe('312.480,15');
    expect(formatAmount('en', '312480.15')).toBe('312,480.15');
    expect(formatAmount('es', '-302.50')).toBe('\u2212302,50');
    expect(formatAmount('es', '90071992547409.93')).toBe('90.071.992.547.409,93');
    expect(formatAmount('es', 'no amount')).toBe('no amount');
  });
});

describe('counts and sizes', () => {
  it('groups four digits too', () => {
    expect(formatCount('es', 1204)).toBe('1.204');
    expect(formatCount('en', 1204)).toBe('1,204');
  });

  it('gives bytes in the unit that fits', () => {
    expect(formatBytes('es', 999)).toBe('999\u00a0B');
    expect(formatBytes('es', 119_000)).toBe('119\u00a0kB');
    expect(formatBytes('es', 10_400_000)).toBe('10,4\u00a0MB');
  });
});

describe('dates', () => {
  const date = new Date(2026, 9, 20, 10, 4, 7);

  it('writes a day as each language does; Basque without the help of the browser', () => {
    expect(formatDate('es', date)).toBe('20 oct 2026');
    expect(formatDate('eu', date)).toBe('2026 urr. 20');
    expect(formatDate('en', date)).toBe('20 Oct 2026');
  });

  it('writes times in 24 hours', () => {
    expect(formatTime(date)).toBe('10:04');
    expect(formatMoment('eu', date, true)).toBe('2026 urr. 20, 10:04:07');
  });

  it('takes the whole of the last day of a range', () => {
    const bounds = dayBounds('2026-10-01', '2026-10-20');
    expect(new Date(bounds.from ?? '')).toEqual(new Date(2026, 9, 1));
    expect(new Date(bounds.to ?? '')).toEqual(new Date(2026, 9, 20, 23, 59, 59, 999));
    expect(dayBounds(null, null)).toEqual({});
  });
});
