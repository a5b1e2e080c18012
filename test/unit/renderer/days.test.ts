import { describe, expect, it } from 'vitest';
import { addYears, today } from '../../../renderer/shared/authorizations/days.ts';

describe('days of a power of representation', () => {
  it('are days in Bizkaia, in winter and in summer', () => {
    expect(today(new Date('2026-12-31T22:59:00Z'))).toBe('2026-12-31');
    expect(today(new Date('2026-12-31T23:00:00Z'))).toBe('2027-01-01');
    expect(today(new Date('2026-06-30T22:00:00Z'))).toBe('2026-07-01');
  });

  it('are counted in whole years, also from a leap day', () => {
    expect(addYears('2026-11-21', 5)).toBe('2031-11-21');
    expect(addYears('2024-02-29', 5)).toBe('2029-02-28');
  });
});
