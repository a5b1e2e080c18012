import { expect, it } from 'vitest';
import { writeReport } from '../../../main/features/reports/formats.ts';
import { loadTexts } from '../../../main/platform/texts.ts';
import { batch, file, hostile, issue } from './batch.ts';

const spanish = loadTexts('es');
const csv = (...files: Parameters<typeof batch>[0]) => writeReport('csv', batch(files), spanish);

/** Reads CSV as a spreadsheet does: semicolons, quotes doubled. */
function parse(text: string): string[][] {
  const cells = [...text.replace(/^\uFEFF/, '').matchAll(/("(?:[^"]|"")*"|[^;\r\n]*)(;|\r\n)/g)];
  const rows: string[][] = [[]];
  for (const [, cell = '', end] of cells) {
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

it('a CSV report has a row for each issue and one for each file without any, all of one width', () => {
  const text = csv(
    file(),
    file({ file: 'b.xml', verdict: 'invalid', issues: [issue(), issue({ record: 3 })] }),
  );
  expect(text.startsWith('\uFEFFArchivo;Estado;')).toBe(true);
  const rows = parse(text);
  expect(rows.map((row) => row.length)).toEqual([22, 22, 22, 22]);
  expect(rows[1]?.slice(0, 8)).toEqual([
    'folder/a b.xml',
    'válido',
    '240, facturas recibidas: alta',
    '2026',
    'A99800476',
    'Bizkaiko Lantegiak SA',
    '3',
    '',
  ]);
  expect(rows[2]?.slice(7)).toEqual([
    'Error',
    'Esquema',
    'schema_decimal_comma',
    '',
    '«21,0» no es un importe',
    'Poner punto',
    '2',
    'A99805061',
    'S1',
    '0714',
    '02-07-2026',
    '/LROE/Gastos/Gasto[2]/Importe',
    '70001',
    '12',
    '21,0',
  ]);
});

it.each([
  '=1+1',
  '+1+1',
  '-1+1|cmd',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '  =1+1',
  '＝1',
  '|calc',
  '=HYPERLINK("http://x";"y")',
])('a CSV report makes the formula %j a text', (value) => {
  const row =
    parse(csv(file({ file: value, issues: [issue({ value, message: value })] })))[1] ?? [];
  for (const cell of [row[0], row[11], row[21]]) expect(cell).toBe(`'${value}`);
});

it.each(['-12.50', '+3', '5,00', '42', '2026-01-01', 'a=b'])(
  'a CSV report leaves %s unchanged',
  (value) => {
    expect(parse(csv(file({ issues: [issue({ value })] })))[1]?.[21]).toBe(value);
  },
);

it('a CSV report keeps line ends, quotes and semicolons inside their cell', () => {
  const value = `a;"b"\r\nc${hostile}`;
  const rows = parse(csv(file({ issues: [issue({ value })] })));
  expect(rows).toHaveLength(2);
  expect(rows[1]?.[21]).toBe(value.replaceAll('\u0000', ''));
});
