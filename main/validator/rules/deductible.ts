import { toAmount } from '../../../contract/money.ts';
import { haveOppositeSigns, sumOf } from './arithmetic.ts';
import { tolerances } from './data/tolerances.ts';
import { hasKey } from './keys.ts';
import { isReceivedLate } from './late-received.ts';
import type { Line, Report } from './record.ts';
import type { LineCheck, RecordCheck } from './rule.ts';

/** The deduction does not exceed the VAT or the compensation. */
export const deductibleIsBorne: LineCheck = (line, record, report) => {
  const { deductible, quota, compensation } = line;
  if (deductible?.cents == null || quota?.cents === null || compensation?.cents === null) return;
  const borne = Math.abs(quota?.cents ?? 0) + Math.abs(compensation?.cents ?? 0);
  if (Math.abs(deductible.cents) <= borne) return;
  // Other rules report a missing compensation and a deduction that is not allowed.
  if ((compensation === null && hasKey(record, '02')) || isReceivedLate(record, report)) return;
  report.add(deductible.element, { deductible: report.text(deductible), borne: toAmount(borne) });
};

/**
 * Nothing is deducted with key 13 (import before its VAT is paid) or 03 (used goods, art and
 * antiques).
 */
export const deductibleIsZeroWithKey = (key: '13' | '03'): LineCheck =>
  function deductibleIsZeroWithKey(line, record, report) {
    if (hasKey(record, key)) deductibleIsZero(line, report);
  };

/** An invoice without its recipient (F2) deducts nothing. */
export const deductibleIsZeroWhenSimplified: LineCheck = (line, { type }, report) => {
  if (type?.code === 'F2') deductibleIsZero(line, report);
};

/** An activity under the equivalence surcharge deducts nothing (140). */
export const deductibleIsZeroUnderSurcharge: LineCheck = (line, _record, report) => {
  if (line.retailRegime?.code === 'E') deductibleIsZero(line, report);
};

function deductibleIsZero({ deductible }: Line, report: Report): void {
  if (deductible === null || deductible.cents === null || deductible.cents === 0) return;
  report.add(deductible.element, { deductible: report.text(deductible) });
}

/**
 * With key 02 the deduction exceeds the compensation by at most one euro. Checked over all lines,
 * so that lines of opposite signs can balance.
 */
export const deductibleIsCompensation: RecordCheck = (record, report) => {
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
};
