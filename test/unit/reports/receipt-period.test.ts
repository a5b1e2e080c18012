import { expect, it } from 'vitest';
import type { ReceiptFile } from '../../../main/features/reports/receipt.ts';
import {
  periodName,
  periodsOf,
  periodsText,
} from '../../../main/features/reports/receipt-period.ts';
import { loadTexts } from '../../../main/platform/texts.ts';

const files = (...periods: readonly string[]) =>
  periods.map((period) => ({ submission: { period } }) as ReceiptFile);

it.each([
  [['2026-Q3'], '2026-3T', '3.º trimestre de 2026'],
  [
    ['2026-Q4', '2026-Q3', '2026-Q4'],
    '2026-3T-2026-4T',
    '3.º trimestre de 2026; 4.º trimestre de 2026',
  ],
  [
    ['2027-Q1', '2026-Q3', '2026-Q4'],
    '2026-3T-2027-1T',
    '3.º trimestre de 2026; 4.º trimestre de 2026; 1.º trimestre de 2027',
  ],
])('the receipt of files of %j names every quarter', (periods, name, words) => {
  const found = periodsOf(files(...periods));
  expect([periodName(found), periodsText(found, loadTexts('es'))]).toEqual([name, words]);
});
