import { yearOf } from './dates.ts';
import type { CalendarDay, LedgerRecord, RuleContext } from './record.ts';

/** An invoice is entered on or after the day it was received. */
export function entryDay({ received, operation }: LedgerRecord): CalendarDay | null {
  return received ?? operation;
}

/**
 * The day that decides for which quarter a record counts; 0 when it has none. A day to come, or of
 * another year than the file's, is a mistake, or that of an invoice which arrived after its year:
 * then the day of the operation decides.
 */
export function countedDay({ received, operation }: LedgerRecord, context: RuleContext): number {
  if (decides(received, context)) return received?.day ?? 0;
  return decides(operation, context) ? (operation?.day ?? 0) : 0;
}

function decides(date: CalendarDay | null, { fiscalYear, today }: RuleContext): boolean {
  return date?.day != null && date.day <= today && yearOf(date.day) === fiscalYear;
}
