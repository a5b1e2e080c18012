import { yearOf } from './dates.ts';
import type { Amount, Field, LedgerRecord, Line, Report, RuleContext } from './record.ts';

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

/** Received late: no rectified base. */
export function lateSubstitutedBaseIsZero(record: LedgerRecord, report: Report): void {
  reportUnlessZero(record.correction?.substituted?.base, record, report);
}

/** Received late: no rectified quota. */
export function lateSubstitutedQuotaIsZero(record: LedgerRecord, report: Report): void {
  reportUnlessZero(record.correction?.substituted?.quota, record, report);
}

/** Received late: no rectified surcharge. */
export function lateSubstitutedSurchargeIsZero(record: LedgerRecord, report: Report): void {
  reportUnlessZero(record.correction?.substituted?.surcharge, record, report);
}

/** Received late: the base is zero. */
export function lateBaseIsZero({ base }: Line, record: LedgerRecord, report: Report): void {
  reportUnlessZero(base, record, report);
}

/** Received late: no VAT rate. */
export function lateRateIsAbsent({ rate }: Line, record: LedgerRecord, report: Report): void {
  reportLate(rate, record, report);
}

/** Received late: no deduction. */
export function lateDeductibleIsZero(
  { deductible }: Line,
  record: LedgerRecord,
  report: Report,
): void {
  reportUnlessZero(deductible, record, report);
}

/** Received late: no surcharge rate. */
export function lateSurchargeRateIsAbsent(
  { surchargeRate }: Line,
  record: LedgerRecord,
  report: Report,
): void {
  reportLate(surchargeRate, record, report);
}

/** Received late: no surcharge. */
export function lateSurchargeIsZero(
  { surcharge }: Line,
  record: LedgerRecord,
  report: Report,
): void {
  reportUnlessZero(surcharge, record, report);
}

/** Received late: no compensation percentage. */
export function lateCompensationRateIsAbsent(
  { compensationRate }: Line,
  record: LedgerRecord,
  report: Report,
): void {
  reportLate(compensationRate, record, report);
}

/** Received late: no compensation. */
export function lateCompensationIsZero(
  { compensation }: Line,
  record: LedgerRecord,
  report: Report,
): void {
  reportUnlessZero(compensation, record, report);
}
