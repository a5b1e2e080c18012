import { toAmount } from '../../../contract/money.ts';
import { sumOf } from './arithmetic.ts';
import { tolerances } from './data/tolerances.ts';
import { hasKey } from './keys.ts';
import type { LedgerRecord } from './record.ts';
import type { RecordCheck } from './rule.ts';

/**
 * Sum of a record's parts (base, VAT, surcharge, compensation) in cents. Null when no total follows
 * from them: an intra-community acquisition (09), a line with reverse charge, or an unreadable
 * value.
 */
function sumOfParts(record: LedgerRecord): number | bigint | null {
  const { keys, lines } = record;
  if (lines.length === 0 || keys.length === 0) return null;
  const isCompensation = hasKey(record, '02');
  for (const { code } of keys) if (code === null || code === '09') return null;
  const parts: number[] = [];
  for (const line of lines) {
    if (line.reverseCharge?.code !== 'N' || line.base === null) return null;
    // A part that is not allowed is a fault of its own and not summed.
    const second = isCompensation ? line.compensation : line.quota;
    const third = !isCompensation && line.retailRegime?.code === 'E' ? line.surcharge : null;
    if (line.base.cents === null || second?.cents === null || third?.cents === null) return null;
    parts.push(line.base.cents, second?.cents ?? 0, third?.cents ?? 0);
  }
  return sumOf(parts);
}

/** The total is not below the sum of its parts. */
export const totalCoversParts: RecordCheck = (record, report) => {
  const { total } = record;
  if (total?.cents == null) return;
  const sum = sumOfParts(record);
  if (sum !== null && sum > total.cents + tolerances.total)
    report.add(total.element, { total: report.text(total), sum: toAmount(sum) });
};

/**
 * The total hardly exceeds the sum of its parts (ours: legal with disbursements, often a typing
 * error).
 */
export const totalIsNotAboveParts: RecordCheck = (record, report) => {
  const { total } = record;
  if (total?.cents == null) return;
  const sum = sumOfParts(record);
  if (sum !== null && sum < total.cents - tolerances.totalExcess)
    report.add(total.element, { total: report.text(total), sum: toAmount(sum) });
};

/** Expenses for income tax do not exceed the invoice (ours; a rule of the ledger until v1.0.5). */
export const expensesAreWithinTotal: RecordCheck = (record, report) => {
  const { total, received, lines } = record;
  if (total?.cents == null || received?.day == null) return;
  if (Math.floor(received.day / 10_000) !== report.fiscalYear) return;
  const expenses: number[] = [];
  let last = 0;
  for (const { expense } of lines) {
    if (expense === null) continue;
    if (expense.cents === null) return;
    expenses.push(expense.cents);
    last = expense.element;
  }
  const sum = sumOf(expenses);
  // In a negative invoice the larger expense is the more negative one.
  const isBeyond =
    total.cents < 0 ? sum < total.cents - tolerances.total : sum > total.cents + tolerances.total;
  if (last !== 0 && isBeyond) report.add(last, { sum: toAmount(sum), total: report.text(total) });
};
