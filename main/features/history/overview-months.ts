import type { Overview } from '../../../contract/overview.ts';
import type { SubmissionState } from '../../../contract/submission.ts';

interface MonthRow {
  readonly month: string;
  readonly files: number;
}

/** Months, the oldest first, with zeros where there was nothing. */
export function fillMonths(
  months: readonly string[],
  rows: readonly (MonthRow & { readonly state: SubmissionState })[],
  withErrors: readonly MonthRow[],
): Overview['months'] {
  return months.map((month) => {
    const of = (state: SubmissionState) =>
      rows.find((row) => row.month === month && row.state === state)?.files ?? 0;
    return {
      month,
      accepted: of('accepted'),
      partiallyAccepted: of('partially_accepted'),
      withErrors: withErrors.find((row) => row.month === month)?.files ?? 0,
      rejected: of('rejected'),
      unknown: of('unknown'),
    };
  });
}

/** `count` months that end with `last` (`2026-11`). */
export function monthsUpTo(last: string, count: number): string[] {
  const index = Number(last.slice(0, 4)) * 12 + Number(last.slice(5)) - 1;
  return Array.from({ length: count }, (_, position) => {
    const month = index - count + 1 + position;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}
