import { yearOf } from './dates.ts';
import type {
  Amount,
  Field,
  LedgerRecord,
  Report,
  RuleContext,
  SubstitutedAmounts,
} from './record.ts';
import type { LineCheck, RecordCheck } from './rule.ts';

/**
 * Whether an invoice was received after the year of its expense (140): it counts for the income tax
 * of that year and for the VAT of another. Without an operation date the year of reception is
 * itself a fault (B4_2000108).
 */
export function isReceivedLate(
  { operation, received }: LedgerRecord,
  { chapter, fiscalYear }: RuleContext,
): boolean {
  if (chapter !== '140/2.1' || operation === null || received?.day == null || fiscalYear === null)
    return false;
  return yearOf(received.day) > fiscalYear;
}

type LineAmount = 'base' | 'deductible' | 'surcharge' | 'compensation';
type LineRate = 'rate' | 'surchargeRate' | 'compensationRate';

/** Received late: an amount of the line is zero. */
export const lateAmountIsZero = (amount: LineAmount): LineCheck =>
  function lateAmountIsZero(line, record, report) {
    reportUnlessZero(line[amount], record, report);
  };

/** Received late: the line has no such percentage. */
export const lateRateIsAbsent = (rate: LineRate): LineCheck =>
  function lateRateIsAbsent(line, record, report) {
    reportLate(line[rate], record, report);
  };

/** Received late: a rectified amount is zero. */
export const lateSubstitutedIsZero = (amount: keyof SubstitutedAmounts): RecordCheck =>
  function lateSubstitutedIsZero(record, report) {
    reportUnlessZero(record.correction?.substituted?.[amount], record, report);
  };

function reportUnlessZero(
  amount: Amount | null | undefined,
  record: LedgerRecord,
  report: Report,
): void {
  if (amount != null && amount.cents !== null && amount.cents !== 0)
    reportLate(amount, record, report);
}

function reportLate(field: Field | null, record: LedgerRecord, report: Report): void {
  if (field === null || !isReceivedLate(record, report)) return;
  const params = { value: report.text(field), received: report.text(record.received) };
  report.add(field.element, { ...params, year: report.fiscalYear ?? 0 });
}
