import { type FilingPeriod, filingPeriodAt } from '../../platform/filing-period.ts';
import type { ReceiptPart } from './receipt.ts';

/** The quarter that a company's files counted for when they were sent. */
export function periodOf({ files }: ReceiptPart): FilingPeriod {
  const [first] = files;
  const sent = first?.submission.sentAt ?? first?.submission.createdAt;
  return filingPeriodAt(sent === undefined ? new Date() : new Date(sent));
}

/** `2026-3T`: as the quarter stands in the names of files. */
export function periodName({ year, quarter }: FilingPeriod): string {
  return `${year}-${quarter}T`;
}
