import { yearOf } from './dates.ts';
import type { Amount, Field, LedgerRecord, Line, Report, RuleContext } from './record.ts';

/**
 * Whether an invoice came after the year of its expense (140): it counts for the income tax of that year, its VAT for another. Without an operation date
 * the year of reception is wrong in itself (B4_2000108).
 */
export function isReceivedLate(
  { operation, received }: LedgerRecord,
  { chapter, fiscalYear }: RuleContext,
): boolean {
  if (chapter !== '140/2.1' || operation === null || received?.day == null || fiscalYear === null)
    return false;
  return yearOf(received.day) > fiscalYear;
}

type LatePart = (line: Line) => Amount | null;

function lineAmountIsZero(part: LatePart): (line: Line, record: LedgerRecord, report: Report) => void {
  return (line, record, report) => {
    const amount = part(line);
    if (amount === null || amount.cents === null || amount.cents === 0) return;
    tellLate(amount, record, report);
  };
}

function lineFieldIsAbsent(part: (line: Line) => Field | null): typeof lateBaseIsZero {
  return (line, record, report) => {
    const field = part(line);
    if (field !== null) tellLate(field, record, report);
  };
}

function substitutedIsZero(part: 'base' | 'quota' | 'surcharge'): typeof lateSubstitutedBaseIsZero {
  return (record, report) => {
    const amount = record.correction?.substituted?.[part];
    if (amount == null || amount.cents === null || amount.cents === 0) return;
    tellLate(amount, record, report);
  };
}

function tellLate(field: Field, record: LedgerRecord, report: Report): void {
  if (!isReceivedLate(record, report)) return;
  const params = { value: report.text(field), received: report.text(record.received) };
  report.add(field.element, { ...params, year: report.fiscalYear ?? 0 });
}

/** Late: no substituted base. */
export const lateSubstitutedBaseIsZero: (record: LedgerRecord, report: Report) => void =
  substitutedIsZero('base');
/** Late: no substituted quota. */
export const lateSubstitutedQuotaIsZero: typeof lateSubstitutedBaseIsZero = substitutedIsZero('quota');
/** Late: no substituted surcharge. */
export const lateSubstitutedSurchargeIsZero: typeof lateSubstitutedBaseIsZero =
  substitutedIsZero('surcharge');
/** Late: the base is zero. */
export const lateBaseIsZero: (line: Line, record: LedgerRecord, report: Report) => void = lineAmountIsZero(
  ({ base }) => base,
);
/** Late: no VAT rate. */
export const lateRateIsAbsent: typeof lateBaseIsZero = lineFieldIsAbsent(({ rate }) => rate);
/** Late: nothing is deducted. */
export const lateDeductibleIsZero: typeof lateBaseIsZero = lineAmountIsZero(({ deductible }) => deductible);
/** Late: no surcharge rate. */
export const lateSurchargeRateIsAbsent: typeof lateBaseIsZero = lineFieldIsAbsent(
  ({ surchargeRate }) => surchargeRate,
);
/** Late: no surcharge. */
export const lateSurchargeIsZero: typeof lateBaseIsZero = lineAmountIsZero(({ surcharge }) => surcharge);
/** Late: no compensation percentage. */
export const lateCompensationRateIsAbsent: typeof lateBaseIsZero = lineFieldIsAbsent(
  ({ compensationRate }) => compensationRate,
);
/** Late: no compensation. */
export const lateCompensationIsZero: typeof lateBaseIsZero = lineAmountIsZero(
  ({ compensation }) => compensation,
);
