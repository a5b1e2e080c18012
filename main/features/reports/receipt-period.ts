import { type FilingPeriod, periodOf as toPeriod } from '../../platform/filing-period.ts';
import type { ReceiptPart } from './receipt.ts';

/** The quarter that a company's files count for: of several, the last. */
export function periodOf({ files }: ReceiptPart): FilingPeriod {
  const periods = files.map(({ submission }) => submission.period);
  return toPeriod(periods.toSorted().at(-1) ?? '');
}

/** `2026-3T`: as the quarter stands in the names of files. */
export function periodName({ year, quarter }: FilingPeriod): string {
  return `${year}-${quarter}T`;
}
