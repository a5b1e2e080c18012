import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { readSpreadsheet } from '../../../main/companies/import/read-xlsx.ts';
import { makeZip } from '../schemas/make-zip.ts';

/** A workbook written by hand, with one sheet; `marks` are put as they are into the tags of its rows. */
function makeWorkbook(rows: readonly (readonly string[])[], marks: readonly string[]): Uint8Array {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packaged = 'http://schemas.openxmlformats.org/package/2006';
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const row = (cells: readonly string[], index: number) =>
    `<row r="${index + 1}"${marks[index] ?? ''}>${cells.map(cell).join('')}</row>`;
  const relationship = (kind: string, target: string) =>
    `<Relationships xmlns="${packaged}/relationships"><Relationship Id="r1" Type="${relations}/${kind}" Target="${target}"/></Relationships>`;
  return makeZip([
    {
      name: '[Content_Types].xml',
      content: `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
    },
    { name: '_rels/.rels', content: relationship('officeDocument', 'xl/workbook.xml') },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>`,
    },
    { name: 'xl/_rels/workbook.xml.rels', content: relationship('worksheet', 'worksheets/sheet1.xml') },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `<worksheet xmlns="${main}"><sheetData>${rows.map(row).join('')}</sheetData></worksheet>`,
    },
  ]);
}

describe('a sheet of a workbook', () => {
  const named = (name: string, rows: string[][], hidden = false) => ({ name, rows, hidden });
  const full = [
    ['NIF', 'Razón social'],
    ['A1', 'Peña'],
  ];
  it.each<[string, ReturnType<typeof named>[], string]>([
    [
      'one that names the companies before one that does not',
      [
        named('a', [
          ['NIF', 'Id'],
          ['1', '2'],
        ]),
        named('b', full),
      ],
      'b',
    ],
    [
      'one with rows before a template without any',
      [named('a', [['NIF', 'Razón social']]), named('b', full)],
      'b',
    ],
    [
      'one that is shown before a better one that is hidden',
      [named('a', full, true), named('b', [['x'], ['1']])],
      'b',
    ],
    ['the first of two alike', [named('a', full), named('b', full)], 'a'],
    ['a hidden one where no other has rows', [named('a', [['x']]), named('b', full, true)], 'b'],
  ])('takes by itself %s', async (_what, sheets, name) => {
    expect((await readSpreadsheet(await writeXlsx({ sheets }))).workbook?.sheet.name).toBe(name);
  });

  it('is of the sheet that a person wants, a hidden one too; those without rows or for programs alone are none', async () => {
    const content = await writeXlsx({
      sheets: [
        named('Clientes', full),
        { name: 'Programa', veryHidden: true, rows: full },
        named('Vacía', []),
        named('Antiguos', [...full, ['A2', 'Urkiola']], true),
      ],
    });
    const first = await readSpreadsheet(content);
    expect(first.workbook?.sheets).toEqual([
      { index: 0, name: 'Clientes', rows: 1, isHidden: false },
      { index: 3, name: 'Antiguos', rows: 2, isHidden: true },
    ]);
    const wanted = await readSpreadsheet(content, 3);
    expect(wanted.workbook?.sheet.name).toBe('Antiguos');
    expect(wanted.rows.map(({ cells }) => cells[0])).toEqual(['A1', 'A2']);
    for (const index of [1, 2, 9]) {
      await expect(readSpreadsheet(content, index)).rejects.toMatchObject({ code: 'import_sheet_unknown' });
    }
  });

  it('says which rows a filter hides, as Excel and as LibreOffice write it', async () => {
    const rows = [...full, ['A2', 'Urkiola'], ['A3', 'Gorbeia']];
    const rowDefs = new Map([[2, { hidden: true }]]);
    const content = await writeXlsx({ sheets: [{ name: 'a', rows, rowDefs }] });
    const table = await readSpreadsheet(content);
    expect(table.rows.map(({ isHidden }) => isHidden)).toEqual([false, true, false]);
    const marks = [' hidden="false"', ' hidden="false"', ' hidden="true"', ''];
    const other = await readSpreadsheet(makeWorkbook(rows, marks));
    expect(other.rows.map(({ row, isHidden }) => [row, isHidden])).toEqual([
      [2, false],
      [3, true],
      [4, false],
    ]);
  });
});
