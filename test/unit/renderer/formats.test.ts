import { describe, expect, it } from 'vitest';
import {
  endOnce,
  formatAmount,
  formatCount,
  formatDate,
  formatDay,
  formatEuros,
  formatMoment,
  formatTime,
} from '../../../contract/formats.ts';
import { loadTexts } from '../../../main/platform/texts.ts';
import { dayBounds } from '../../../renderer/format/dates.ts';
import { formatBytes } from '../../../renderer/format/numbers.ts';

describe('amounts', () => {
  it('are written as in each language, with every digit', () => {
    expect(formatAmount('es', '1204.5')).toBe('1.204,50');
    expect(formatAmount('eu', '312480.15')).toBe('312.480,15');
    expect(formatAmount('en', '312480.15')).toBe('312,480.15');
    expect(formatAmount('es', '-302.50')).toBe('\u2212302,50');
    expect(formatAmount('es', '90071992547409.93')).toBe('90.071.992.547.409,93');
    expect(formatAmount('es', 'no amount')).toBe('no amount');
    expect(formatEuros('es', '24704.16')).toBe('24.704,16\u00a0€');
    expect(formatEuros('en', '-24704.16')).toBe('\u2212€24,704.16');
  });
});

it('a sentence that ends with a name’s own point ends once', () => {
  const written = (text: string) => endOnce.process(text);
  expect(written('Para Gorbeia S.L.U..')).toBe('Para Gorbeia S.L.U.');
  expect(written('De Gorbeia S.L.U.. Se añade.')).toBe('De Gorbeia S.L.U. Se añade.');
  for (const other of ['Espere...', '/datos/../copia', 'De 1 .. 3', 'Vale.'])
    expect(written(other)).toBe(other);
  const names = { path: 'Gorbeia S.L.U.' };
  expect(loadTexts('es').say('fault.log', names)).toMatch(/[^.]\.$/);
});

describe('counts and sizes', () => {
  it('group four digits too', () => {
    expect(formatCount('es', 1204)).toBe('1.204');
    expect(formatCount('en', 1204)).toBe('1,204');
  });

  it('have bytes in a suitable unit', () => {
    expect(formatBytes('es', 999)).toBe('999\u00a0B');
    expect(formatBytes('es', 119_000)).toBe('119\u00a0kB');
    expect(formatBytes('es', 10_400_000)).toBe('10,4\u00a0MB');
  });
});

describe('dates', () => {
  // Half past midnight in Bizkaia, whatever zone the computer is set to.
  const date = new Date('2026-10-19T22:30:07Z');

  it('have days as in each language; Basque without the browser’s own format', () => {
    expect(formatDate('es', date)).toBe('20 oct 2026');
    expect(formatDate('eu', date)).toBe('2026 urr. 20');
    expect(formatDate('en', date)).toBe('20 Oct 2026');
    expect(formatDay('es', '2026-01-31')).toBe('31 ene 2026');
    expect(formatDay('es', 'no day')).toBe('no day');
  });

  it('have times in 24 hours', () => {
    expect(formatTime(date)).toBe('00:30');
    expect(formatMoment('eu', date, true)).toBe('2026 urr. 20, 00:30:07');
  });

  it('include the whole last day of a range, in summer and in winter', () => {
    expect(dayBounds('2026-10-01', '2026-10-25')).toEqual({
      from: '2026-09-30T22:00:00.000Z',
      to: '2026-10-25T22:59:59.999Z',
    });
    expect(dayBounds(null, null)).toEqual({});
  });
});
