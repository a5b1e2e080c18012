import { toAmount } from '../../../contract/money.ts';
import { haveOppositeSigns, sumOf } from './arithmetic.ts';
import { tolerances } from './data/tolerances.ts';
import { hasKey } from './keys.ts';
import { isReceivedLate } from './late-received.ts';
import type { LedgerRecord, Line, Report } from './record.ts';

/** The deduction does not exceed the VAT or the compensation. */
export function deductibleIsBorne(line: Line, record: LedgerRecord, report: Report): void {
  const { deductible, quota, compensation } = line;
  if (deductible?.cents == null || quota?.cents === null || compensation?.cents === null) return;
  const borne = Math.abs(quota?.cents ?? 0) + Math.abs(compensation?.cents ?? 0);
  if (Math.abs(deductible.cents) <= borne) return;
  // Other rules report a missing compensation and a deduction that is not allowed.
  if ((compensation === null && hasKey(record, '02')) || isReceivedLate(record, report)) return;
  report.add(deductible.element, { deductible: report.text(deductible), borne: toAmount(borne) });
}

/** Key 13 (import before its VAT is paid) deducts nothing. */
export function deductibleIsZeroWithKey13(line: Line, record: LedgerRecord, report: Report): void {
  if (hasKey(record, '13')) deductibleIsZero(line, report);
}

/** A simplified invoice deducts nothing. */
export function deductibleIsZeroWhenSimplified(
  line: Line,
  { type }: LedgerRecord,
  report: Report,
): void {
  if (type?.code === 'F2') deductibleIsZero(line, report);
}

/** Key 03 (used goods, art and antiques) deducts nothing. */
export function deductibleIsZeroWithKey03(line: Line, record: LedgerRecord, report: Report): void {
  if (hasKey(record, '03')) deductibleIsZero(line, report);
}

/** An activity under the equivalence surcharge deducts nothing (140). */
export function deductibleIsZeroUnderSurcharge(
  line: Line,
  _record: LedgerRecord,
  report: Report,
): void {
  if (line.retailRegime?.code === 'E') deductibleIsZero(line, report);
}

function deductibleIsZero({ deductible }: Line, report: Report): void {
  if (deductible === null || deductible.cents === null || deductible.cents === 0) return;
  report.add(deductible.element, { deductible: report.text(deductible) });
}

/**
 * With key 02 the deduction exceeds the compensation by at most one euro. Checked over all lines,
 * so that lines of opposite signs can balance.
 */
export function deductibleIsCompensation(record: LedgerRecord, report: Report): void {
  if (!hasKey(record, '02')) return;
  const deducted: number[] = [];
  const compensated: number[] = [];
  let last = 0;
  for (const { base, deductible, compensation } of record.lines) {
    // A line without its compensation, or with the wrong sign, has a fault already.
    if (deductible?.cents === null || compensation?.cents == null) return;
    if (haveOppositeSigns(compensation.cents, base?.cents ?? 0)) return;
    deducted.push(deductible?.cents ?? 0);
    compensated.push(compensation.cents);
    if (deductible !== null && deductible.cents > 0) last = deductible.element;
  }
  const sum = sumOf([...compensated, tolerances.compensationDeducted]);
  if (last === 0 || sumOf(deducted) <= sum) return;
  report.add(last, {
    deductible: toAmount(sumOf(deducted)),
    compensation: toAmount(sumOf(compensated)),
  });
}
