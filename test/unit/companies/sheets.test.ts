import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { readSpreadsheet } from '../../../main/features/companies/import/table/read-xlsx.ts';
import { makeZip } from '../../fixtures/make-zip.ts';

interface WrittenSheet {
  readonly name: string;
  readonly kind?: 'worksheet' | 'chartsheet' | 'dialogsheet';
  readonly isHidden?: boolean;
  readonly rows?: readonly (readonly string[])[];
  /** Inserted unchanged into the tags of its rows. */
  readonly marks?: readonly string[];
}

/** A workbook written by hand. */
function makeWorkbook(sheets: readonly WrittenSheet[]): Uint8Array {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packaged = 'http://schemas.openxmlformats.org/package/2006';
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const parts = sheets.map(
    ({ name, kind = 'worksheet', isHidden, rows = [], marks = [] }, index) => {
      const id = `r${index + 1}`;
      const told = rows.map(
        (cells, row) => `<row r="${row + 1}"${marks[row] ?? ''}>${cells.map(cell).join('')}</row>`,
      );
      return {
        path: `${kind}s/sheet${index + 1}.xml`,
        type: `<Override PartName="/xl/${kind}s/sheet${index + 1}.xml" ContentType="${types}.${kind}+xml"/>`,
        entry: `<sheet name="${name}" sheetId="${index + 1}"${isHidden ? ' state="hidden"' : ''} r:id="${id}"/>`,
        relation: `<Relationship Id="${id}" Type="${relations}/${kind}" Target="${kind}s/sheet${index + 1}.xml"/>`,
        content: `<${kind} xmlns="${main}">${kind === 'worksheet' ? `<sheetData>${told.join('')}</sheetData>` : ''}</${kind}>`,
      };
    },
  );
  const all = (part: 'type' | 'entry' | 'relation') => parts.map((each) => each[part]).join('');
  return makeZip([
    {
      name: '[Content_Types].xml',
      content: `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>${all('type')}</Types>`,
    },
    {
      name: '_rels/.rels',
      content: `<Relationships xmlns="${packaged}/relationships"><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${all('entry')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships xmlns="${packaged}/relationships">${all('relation')}</Relationships>`,
    },
    ...parts.map(({ path, content }) => ({ name: `xl/${path}`, content })),
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

  it('is the chosen one, hidden ones included; sheets without rows or for programs are not offered', async () => {
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
      await expect(readSpreadsheet(content, index)).rejects.toMatchObject({
        code: 'import_sheet_unknown',
      });
    }
  });

  it('has the rows that a filter hides, as Excel and as LibreOffice write it', async () => {
    const rows = [...full, ['A2', 'Urkiola'], ['A3', 'Gorbeia']];
    const rowDefs = new Map([[2, { hidden: true }]]);
    const content = await writeXlsx({ sheets: [{ name: 'a', rows, rowDefs }] });
    const table = await readSpreadsheet(content);
    expect(table.rows.map(({ isHidden }) => isHidden)).toEqual([false, true, false]);
    const marks = [' hidden="false"', ' hidden="false"', ' hidden="true"', ''];
    const other = await readSpreadsheet(makeWorkbook([{ name: 'a', rows, marks }]));
    expect(other.rows.map(({ row, isHidden }) => [row, isHidden])).toEqual([
      [2, false],
      [3, true],
      [4, false],
    ]);
  });

  it.each([
    ['chartsheet', true],
    ['chartsheet', false],
    ['dialogsheet', true],
  ] as const)(
    'is read beside a %s, which has no cells; that is hidden: %s',
    async (kind, isHidden) => {
      const content = makeWorkbook([
        { name: 'Otra', kind, isHidden },
        { name: 'Clientes', rows: full },
        { name: 'Vacía' },
        { name: 'Antiguos', rows: full, isHidden: true },
      ]);
      const table = await readSpreadsheet(content);
      expect(table.workbook).toEqual({
        sheet: { index: 1, name: 'Clientes', rows: 1, isHidden: false },
        sheets: [
          { index: 1, name: 'Clientes', rows: 1, isHidden: false },
          { index: 3, name: 'Antiguos', rows: 1, isHidden: true },
        ],
      });
      expect(table.rows.map(({ cells }) => cells[0])).toEqual(['A1']);
    },
  );

  it('does not exist in a workbook without worksheets', async () => {
    const charts = makeWorkbook([
      { name: 'a', kind: 'chartsheet' },
      { name: 'b', kind: 'chartsheet', isHidden: true },
    ]);
    await expect(readSpreadsheet(charts)).rejects.toMatchObject({
      code: 'import_format',
      details: { reason: 'xlsx' },
    });
  });
});
