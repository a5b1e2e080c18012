import { type FilingPeriod, periodOf as toPeriod } from '../../platform/filing-period.ts';
import type { ReceiptPart } from './receipt.ts';

/** The quarter of a company's files; of several, the last. */
export function periodOf({ files }: ReceiptPart): FilingPeriod {
  const periods = files.map(({ submission }) => submission.period);
  return toPeriod(periods.toSorted().at(-1) ?? '');
}

/** `2026-3T`: the quarter in file names. */
export function periodName({ year, quarter }: FilingPeriod): string {
  return `${year}-${quarter}T`;
}
