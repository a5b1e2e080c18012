import { type FilingPeriod, periodOf } from '../../platform/filing-period.ts';
import type { Texts } from '../../platform/texts.ts';
import type { ReceiptFile } from './receipt.ts';

/** The quarters of files, in order. */
export function periodsOf(files: readonly ReceiptFile[]): readonly FilingPeriod[] {
  const ids = new Set(files.map(({ submission }) => submission.period));
  return [...ids].toSorted().map(periodOf);
}

/** Quarters in words. */
export function periodsText(periods: readonly FilingPeriod[], texts: Texts): string {
  return periods
    .map(({ year, quarter }) => texts.say('receipt.quarterOf', { year, quarter }))
    .join('; ');
}

/** `2026-3T`, of several `2026-3T-2026-4T`, the first and the last: quarters in file names. */
export function periodName(periods: readonly FilingPeriod[]): string {
  const ends = periods.length > 1 ? [periods[0], periods.at(-1)] : periods;
  return ends.flatMap((each) => (each ? [`${each.year}-${each.quarter}T`] : [])).join('-');
}
