import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { proposeMapping } from '../../../main/features/companies/import/mapping.ts';
import { importLimits } from '../../../main/features/companies/import/table/limits.ts';
import { readCsv } from '../../../main/features/companies/import/table/read-csv.ts';
import { readSpreadsheet } from '../../../main/features/companies/import/table/read-xlsx.ts';
import { makeZip } from '../../fixtures/make-zip.ts';

const bytes = (text: string, encoding: BufferEncoding = 'utf8'): Uint8Array =>
  Buffer.from(text, encoding);

describe('a table in a text file', () => {
  it.each<[string, Uint8Array, string, string]>([
    ['UTF-8', bytes('NIF;Razón\nA1;Peña'), 'utf-8', ';'],
    ['UTF-8 with a mark', bytes('\uFEFFNIF,Razón\r\nA1,Peña\r\n'), 'utf-8', ','],
    ['Latin-1', bytes('NIF;Razón\nA1;Peña', 'latin1'), 'windows-1252', ';'],
    [
      'what Excel calls Unicode text',
      bytes('\uFEFFNIF\tRazón\r\nA1\tPeña\r\n', 'utf16le'),
      'utf-16',
      '\t',
    ],
    ['a named delimiter', bytes('sep=|\r\nNIF|Razón\r\nA1|Peña'), 'utf-8', '|'],
  ])('is read as %s', (_name, content, encoding, delimiter) => {
    const table = readCsv(content);
    expect(table).toMatchObject({ encoding, delimiter, headings: ['NIF', 'Razón'] });
    expect(table.rows.map(({ cells }) => cells)).toEqual([['A1', 'Peña']]);
  });

  it('has the euro sign of Windows', () => {
    expect(readCsv(Buffer.from([0x61, 0x0a, 0x80])).rows[0]?.cells).toEqual(['€']);
  });

  it('keeps quotes, line ends and delimiters inside a cell, and has the row numbers of the file', () => {
    const table = readCsv(bytes('\na;b\n"x;""1""";"y\nz"\n;;\n\n 0123 ;=1+1\n'));
    expect(table.rows.map(({ row, cells }) => [row, cells])).toEqual([
      [3, ['x;"1"', 'y\nz']],
      [6, ['0123', '=1+1']],
    ]);
  });

  it.each<[string, string, string[], number]>([
    ['a title over it', 'Listado de clientes 2025\n\nNIF;Empresa\nA1;Peña', ['NIF', 'Empresa'], 4],
    ['a title in cells', 'Clientes, a 1 de mayo;\nNIF;Empresa\nA1;Peña', ['NIF', 'Empresa'], 3],
    [
      'line ends in its cells',
      '"NIF\n(fiscal)";"Razón,\nsocial"\nA1;Peña',
      ['NIF (fiscal)', 'Razón, social'],
      2,
    ],
    ['words that say nothing', 'uno;dos\nNIF;DNI\nA1;Peña', ['uno', 'dos'], 2],
  ])('finds the heading with %s', (_name, text, headings, row) => {
    const table = readCsv(bytes(text));
    expect(table).toMatchObject({ headings, delimiter: ';' });
    expect(table.rows[0]?.row).toBe(row);
  });

  it('may have any number of rows of empty cells after its last one', () => {
    const empty = ';; \n'.repeat(importLimits.rows + 2000);
    expect(readCsv(bytes(`NIF;Empresa;Nota\nA1;Peña;\n${empty}`)).rows).toHaveLength(1);
  });

  it('is refused when a quote is never closed, with its place: the rows after it would be lost', () => {
    const text = 'NIF;Empresa\nA1;"Peña ""SL"""\nA2;"Ona\nA3;Batuta\nA4;Lantegi\n';
    expect(() => readCsv(bytes(text))).toThrow(
      expect.objectContaining({ code: 'import_quotes', details: { row: 3 } }),
    );
    const inside = readCsv(bytes('NIF;Empresa\nA1;Bar "El Puerto\nA2;5" de ancho'));
    expect(inside.rows.map(({ cells }) => cells[1])).toEqual(['Bar "El Puerto', '5" de ancho']);
  });

  it('may begin with its first company, without headings', () => {
    const table = readCsv(bytes('\nb-42000018;Peña SL\nB42000026;Ona SL\n'));
    expect(table.headings).toEqual([]);
    expect(table.rows.map(({ row, cells }) => [row, ...cells])).toEqual([
      [2, 'b-42000018', 'Peña SL'],
      [3, 'B42000026', 'Ona SL'],
    ]);
    expect(readCsv(bytes('NIF;Empresa;B42000018\nB42000026;Ona SL\n')).rows).toHaveLength(1);
  });

  it('loses invisible characters', () => {
    expect(readCsv(bytes('a\n\u00a0x\u200b\u0007 y\t')).rows[0]?.cells[0]).toBe('x y');
  });

  it.each([
    ['nothing', ''],
    ['blank lines', '\n\n ; ;\n'],
    ['a heading', 'a;b\n'],
  ])('%s is empty', (_name, text) => {
    expect(() => readCsv(bytes(text))).toThrow(expect.objectContaining({ code: 'import_empty' }));
  });

  it('is reported when it has too many rows or columns', () => {
    const rows = `a;b\n${'1;2\n'.repeat(importLimits.rows + 1)}`;
    expect(() => readCsv(bytes(rows))).toThrow(
      expect.objectContaining({ code: 'import_too_large' }),
    );
    expect(readCsv(bytes(`a${';'.repeat(200)}\n1`)).rows).toHaveLength(1);
    const columns = `a;b\n${'2;'.repeat(importLimits.columns + 1)}`;
    expect(() => readCsv(bytes(columns))).toThrow(
      expect.objectContaining({ code: 'import_too_large' }),
    );
  });
});

describe('a table in a spreadsheet', () => {
  it('gives numbers as typed, and rows by their numbers', async () => {
    const content = await writeXlsx({
      sheets: [
        { name: 'Hoja 1', rows: [[], ['NIF', 'Id'], ['A1', 123_456_789_012], [], ['A2', 7]] },
      ],
    });
    const table = await readSpreadsheet(content);
    expect(table).toMatchObject({
      workbook: { sheet: { name: 'Hoja 1' } },
      headings: ['NIF', 'Id'],
    });
    expect(table.rows.map(({ row, cells }) => [row, ...cells])).toEqual([
      [3, 'A1', '123456789012'],
      [5, 'A2', '7'],
    ]);
  });

  it('skips a cover, a hidden sheet and a merged title before the companies', async () => {
    const heading = ['NIF', 'Razón social', 'Territorio'];
    const content = await writeXlsx({
      sheets: [
        { name: 'Portada', rows: [['Asesoría Ibaia'], ['Confidencial']] },
        { name: 'Viejas', hidden: true, rows: [heading, ['A0', 'Vieja', 'Bizkaia']] },
        {
          name: 'Clientes',
          rows: [['Clientes, primer trimestre'], [], heading, ['A1', 'Peña', 'Bizkaia']],
          merges: [{ startRow: 0, startCol: 0, endRow: 0, endCol: 2 }],
        },
      ],
    });
    const table = await readSpreadsheet(content);
    expect(table.headings).toEqual(heading);
    expect(table.workbook?.sheet).toEqual({ index: 2, name: 'Clientes', rows: 1, isHidden: false });
    expect(table.rows).toEqual([
      { row: 4, cells: ['A1', 'Peña', 'Bizkaia'], faults: {}, isHidden: false, isArchived: false },
    ]);
  });

  it('names a merge larger than the sheet without counting through it', async () => {
    const content = await writeXlsx({
      sheets: [
        {
          name: 'a',
          rows: [
            ['NIF', 'b'],
            ['A1', 'x'],
          ],
          merges: [{ startRow: 1, startCol: 0, endRow: 1_048_575, endCol: 16_383 }],
        },
      ],
    });
    const table = await readSpreadsheet(content);
    expect(table.rows[0]?.faults[0]).toBe('merged_cell');
  });

  it('refuses a zip that is no workbook', async () => {
    const zip = makeZip([{ name: 'readme.txt', content: 'hello' }]);
    await expect(readSpreadsheet(zip)).rejects.toMatchObject({ code: 'import_format' });
  });
});

describe('the meaning of columns', () => {
  it.each<[string[], Record<string, number>]>([
    [['N.I.F.', 'RAZÓN SOCIAL', 'Provincia'], { taxId: 0, fullName: 1, territory: 2 }],
    [
      ['IFZ', 'Izena', 'Lehen abizena', 'Lurraldea'],
      { taxId: 0, firstName: 1, lastName1: 2, territory: 3 },
    ],
    [
      ['Tax ID', 'Company name', 'API key', 'Service ID'],
      { taxId: 0, fullName: 1, apiKey: 2, serviceId: 3 },
    ],
    [
      ['tax_id_number', 'full_name', 'regional_territory_id', 'is_individual'],
      { taxId: 0, fullName: 1, territory: 2, isIndividual: 3 },
    ],
    [['NIF', 'Nombre'], { taxId: 0, fullName: 1 }],
    [
      ['Código', 'C.I.F./N.I.F.', 'Nombre/Razón social', 'Provincia'],
      { code: 0, taxId: 1, fullName: 2, territory: 3 },
    ],
    [['N.I.F. o D.N.I.', 'Razón social o nombre'], { taxId: 0, fullName: 1 }],
    [['NIF del cliente', 'Apellidos y nombre o razón social'], { taxId: 0, fullName: 1 }],
    [['NIF', 'Nombre', 'Apellidos'], { taxId: 0, firstName: 1, lastName1: 2 }],
    [['IFZ', 'Abizenak', 'Izena'], { taxId: 0, firstName: 2, lastName1: 1 }],
    [['NIF', 'Apellidos/Razón social', 'Nombre'], { taxId: 0, firstName: 2, lastName1: 1 }],
    [['NIF', 'NIF', 'Teléfono'], { taxId: 0 }],
    [['Nº NIF', 'Cliente', 'NIF representante'], { taxId: 0, fullName: 1 }],
    [['Bezero zenbakia', 'Bezeroaren IFZ', 'Enpresaren izena'], { code: 0, taxId: 1, fullName: 2 }],
    [['NIF de empresa', 'Empresa'], { taxId: 0, fullName: 1 }],
  ])('%j', (headings, columns) => {
    expect(proposeMapping(headings).columns).toEqual(columns);
  });
});
