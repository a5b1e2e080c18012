import { expect, it } from 'vitest';
import { formatMoment } from '../../../contract/formats.ts';
import { dayEnd, dayStart } from '../../../main/hosts/cli/moment.ts';
import { filingPeriodAt } from '../../../main/platform/filing-period.ts';

it.each([
  // The third quarter of 2026 ends on a Sunday, on which the clocks go back: it is due a day later.
  ['2026-10-25T00:30:00.000Z', '25 oct 2026, 02:30', '2026-Q3'],
  ['2026-10-25T01:30:00.000Z', '25 oct 2026, 02:30', '2026-Q3'],
  ['2026-10-25T22:59:59.999Z', '25 oct 2026, 23:59', '2026-Q3'],
  ['2026-10-25T23:00:00.000Z', '26 oct 2026, 00:00', '2026-Q3'],
  ['2026-10-26T23:00:00.000Z', '27 oct 2026, 00:00', '2026-Q4'],
  ['2026-07-25T21:59:59.999Z', '25 jul 2026, 23:59', '2026-Q2'],
  ['2026-07-25T22:00:00.000Z', '26 jul 2026, 00:00', '2026-Q2'],
  ['2026-07-27T22:00:00.000Z', '28 jul 2026, 00:00', '2026-Q3'],
  // The fiscal year's books are due a month after its end.
  ['2026-12-31T23:30:00.000Z', '1 ene 2027, 00:30', '2026-Q4'],
  ['2027-01-31T22:59:59.999Z', '31 ene 2027, 23:59', '2026-Q4'],
  ['2027-01-31T23:00:00.000Z', '1 feb 2027, 00:00', '2026-Q4'],
  ['2027-02-01T23:00:00.000Z', '2 feb 2027, 00:00', '2027-Q1'],
])('%s is %s in Bizkaia, and counts for %s', (instant, moment, period) => {
  const date = new Date(instant);
  expect([formatMoment('es', date), filingPeriodAt(date).id]).toEqual([moment, period]);
});

it.each([
  ['2026-07-15', '2026-07-14T22:00:00.000Z', '2026-07-15T21:59:59.999Z'],
  // Days on which the clocks change.
  ['2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
  ['2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
  ['1900-12-31', '1900-12-31T00:14:00.000Z', '1901-01-01T00:13:59.999Z'],
  ['2026-12-31', '2026-12-30T23:00:00.000Z', '2026-12-31T22:59:59.999Z'],
])('%s is a day in Bizkaia, from its first instant to its last', (day, start, end) => {
  expect([dayStart(day), dayEnd(day)]).toEqual([start, end]);
});
