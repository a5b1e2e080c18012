import { afterAll, describe, expect, it } from 'vitest';
import { periodOfFile } from '../../../main/platform/filing-period.ts';
import { cleanDocument, createCore } from './core.ts';

// Its today is 10 April 2026.
const core = createCore();
afterAll(() => core.dispose());

/** Received invoices of these days, without or with one day of the operation for all. */
function received(days: readonly string[], operation = '', year = 2026): string {
  let at = 0;
  return cleanDocument('240-received', days.length)
    .replaceAll(/\s*<FechaOperacion>[^<]*<.FechaOperacion>/g, '')
    .replaceAll(
      /(<FechaExpedicionFactura>[^<]*<.FechaExpedicionFactura>)(?=\s*<FechaRecep)/g,
      (issued) =>
        operation === '' ? issued : `${issued}<FechaOperacion>${operation}</FechaOperacion>`,
    )
    .replaceAll(/(?<=<FechaRecepcion>)[^<]*/g, () => days[at++] ?? '')
    .replace(/(?<=<Ejercicio>)\d+/, String(year));
}

/** What a program writes that takes two digits for the year, and a date that means never. */
it.each(['05-03-0026', '05-03-0999', '31-12-9999'])('a day of %s is a fault, not an end', (day) => {
  const { verdict, period, issues } = core.validate(received([day, '05-02-2026']));
  const found = issues.find(({ value }) => value === day);
  expect([verdict, period, found?.layer]).toEqual(['invalid', '2026-Q1', 'rule']);
});

describe('the quarter of a file', () => {
  it.each([
    ['of its one record', received(['31-03-2026']), '2026-Q1'],
    ['of its latest record', received(['05-02-2026', '01-04-2026', '31-03-2026']), '2026-Q2'],
    ['not of a day to come', received(['05-02-2026', '11-04-2026']), '2026-Q1'],
    ['not of another year', received(['05-10-2025', '05-02-2026']), '2026-Q1'],
    ['not of a day that there is not', received(['31-02-2026', '05-01-2026']), '2026-Q1'],
    [
      'of the operation, received after its year',
      received(['10-01-2026'], '20-11-2025', 2025),
      '2025-Q4',
    ],
    ['of none, all to come', received(['11-04-2026', '30-09-2026'], '11-04-2026'), null],
    ['of expenses without invoice', cleanDocument('140-without-invoice'), '2026-Q1'],
    ['of a cancellation with days', cleanDocument('140-without-invoice-cancellation'), '2026-Q1'],
    ['of a cancellation without days', cleanDocument('140-with-invoice-cancellation'), null],
    ['of a file that cannot be read', cleanDocument('240-received').slice(0, 900), null],
  ])('is that %s', (_, document, period) => {
    expect(core.validate(document).period).toBe(period);
  });

  it.each([
    ['2026-11-24', '2026-Q3', 2026, '2026-Q3'],
    ['2026-11-24', null, 2026, '2026-Q4'],
    ['2026-11-24', null, 2025, '2025-Q4'],
    // In January the quarter before is due, and a file of the year that has begun is not of it.
    ['2027-01-15', null, 2026, '2026-Q4'],
    ['2027-01-15', null, 2027, '2027-Q1'],
    ['2027-02-05', null, 2026, '2026-Q4'],
    ['2026-11-24', null, 2027, '2026-Q4'],
    ['2026-11-24', null, 2016, '2026-Q4'],
    ['2026-11-24', null, null, '2026-Q4'],
  ])('sent on %s with records of %s and year %s is %s', (day, period, fiscalYear, expected) => {
    const instant = new Date(`${day}T12:00:00Z`);
    expect(periodOfFile({ period, fiscalYear }, instant).id).toBe(expected);
  });
});
