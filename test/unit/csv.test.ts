import fc from 'fast-check';
import { parseCsv } from 'hucre/csv';
import { expect, it } from 'vitest';
import { recordsOf } from '../../main/features/companies/import/table/csv-records.ts';
import { csvRow, withoutFormulaMark } from '../../main/platform/files/csv.ts';

const sign = fc.constantFrom(
  ...['"', ';', ',', "'", '=', '＝', '-', '1', ' ', '\n', '\r', 'a', 'ñ'],
);
const rows = fc.array(fc.array(fc.string({ unit: sign, maxLength: 8 }), { minLength: 2 }), {
  minLength: 1,
});

it('a written row is read back unchanged, by another library too', () => {
  fc.assert(
    fc.property(rows, (written) => {
      const text = written.map(csvRow).join('');
      const records = [...recordsOf(text, ';')];
      expect(records.every(({ isOpen }) => !isOpen)).toBe(true);
      const cells = records.map((record) => record.cells);
      expect(cells.map((row) => row.map(withoutFormulaMark))).toEqual(written);
      expect(parseCsv(text, { delimiter: ';' })).toEqual(cells);
    }),
    { numRuns: 300, seed: 23 },
  );
});

it.each(['=1+1', '＝1+1', '＠x', ' =1', '\t1', "'=1", '-a', '|a'])(
  'a text that a spreadsheet would take for a formula is marked: %s',
  (text) => {
    expect(csvRow([text])).toMatch(/^"?'/);
    expect(withoutFormulaMark(`'${text}`)).toBe(text);
  },
);

it('a text whose formula stands behind a zero byte is marked', () => {
  expect(csvRow(['\0=1+1'])).toBe('"\'=1+1"\r\n');
});

it.each(['-12,5', '+34', 'a=1', "d'Urgell"])('another text is not marked: %s', (text) => {
  expect(csvRow([text])).not.toMatch(/^"?'/);
});
