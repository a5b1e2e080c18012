import { expect, it } from 'vitest';
import { momentOf } from '../../../main/hosts/cli/moment.ts';
import { filingPeriodAt } from '../../../main/platform/filing-period.ts';

it.each([
  // The third quarter of 2026 ends on a Sunday, on which the clocks go back: it is due a day later.
  ['2026-10-25T00:30:00.000Z', '2026-10-25 02:30', '2026-Q3'],
  ['2026-10-25T01:30:00.000Z', '2026-10-25 02:30', '2026-Q3'],
  ['2026-10-25T22:59:59.999Z', '2026-10-25 23:59', '2026-Q3'],
  ['2026-10-25T23:00:00.000Z', '2026-10-26 00:00', '2026-Q3'],
  ['2026-10-26T23:00:00.000Z', '2026-10-27 00:00', '2026-Q4'],
  ['2026-07-25T21:59:59.999Z', '2026-07-25 23:59', '2026-Q2'],
  ['2026-07-25T22:00:00.000Z', '2026-07-26 00:00', '2026-Q2'],
  ['2026-07-27T22:00:00.000Z', '2026-07-28 00:00', '2026-Q3'],
  // The fiscal year's books are due a month after its end.
  ['2026-12-31T23:30:00.000Z', '2027-01-01 00:30', '2026-Q4'],
  ['2027-01-31T22:59:59.999Z', '2027-01-31 23:59', '2026-Q4'],
  ['2027-01-31T23:00:00.000Z', '2027-02-01 00:00', '2026-Q4'],
  ['2027-02-01T23:00:00.000Z', '2027-02-02 00:00', '2027-Q1'],
])('%s is %s in Bizkaia, and counts for %s', (instant, moment, period) => {
  expect([momentOf(instant), filingPeriodAt(new Date(instant)).id]).toEqual([moment, period]);
});
