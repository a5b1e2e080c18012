import fc from 'fast-check';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { readSpreadsheet } from '../../../main/features/companies/import/table/read-xlsx.ts';
import { readWorkbook } from '../../../main/features/companies/import/table/xlsx/workbook.ts';
import { makeZip, withOtherDirectory } from '../../fixtures/make-zip.ts';
import {
  companyRow,
  companySheet,
  makeWorkbook,
  textCell,
  type WorkbookParts,
  workbookEntries,
} from '../../fixtures/workbooks/make-workbook.ts';

/** The cells of the first sheet. */
async function gridOf(bytes: Uint8Array): Promise<string[][]> {
  const [sheet] = await readWorkbook(bytes);
  return sheet?.cells.grid ?? [];
}

const gridOfParts = (parts: WorkbookParts) => gridOf(makeWorkbook(parts));

const cell = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('=1+1', ' b ', '<&>"\'', '_x000D_', '1.0', 'a\nb', null, true, false),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.date({ min: new Date('1930-01-01'), max: new Date('2200-01-01'), noInvalidDate: true }),
);

describe('the cells of a workbook', () => {
  it('agree with another library, which writes and reads them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 6 }),
        async (rows) => {
          const bytes = await writeXlsx({ sheets: [{ name: 'a', rows }] });
          const { sheets } = await readXlsx(bytes);
          const expected = (sheets[0]?.rows ?? []).map((cells) =>
            cells.map((value) =>
              value instanceof Date ? value.toISOString().slice(0, 10) : String(value ?? ''),
            ),
          );
          expect(withoutBlanks(await gridOf(bytes))).toEqual(withoutBlanks(expected));
        },
      ),
      { numRuns: 150, seed: 23 },
    );
  });

  it('are read by their places, with any namespace prefix', async () => {
    const cells = `<x:row r="2"><x:c r="C2"><x:v>7</x:v></x:c><x:c><x:v>8</x:v></x:c></x:row>`;
    expect(await gridOfParts({ sheets: [`<x:sheetData>${cells}</x:sheetData>`] })).toEqual([
      [],
      ['', '', '7', '8'],
    ]);
  });

  it('have texts without their phonetic hints', async () => {
    const sheets = [`<sheetData><row><c t="s"><v>1</v></c><c t="s"><v>9</v></c></row></sheetData>`];
    const strings = `<si><t>no</t></si><si><r><t>Eus</t></r><rPh><t>x</t></rPh><r><t xml:space="preserve">kadi &amp; &#xF1;</t></r></si>`;
    expect(await gridOfParts({ sheets, strings })).toEqual([['Euskadi & ñ']]);
  });

  it('show a number as a date where its style does, from 1900 or 1904', async () => {
    const styles = `<numFmts><numFmt numFmtId="164" formatCode="[$-40A]dd/mm/yy"/><numFmt numFmtId="165" formatCode="0.00&quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>`;
    const cells = [0, 1, 2, 3, 4].map((style) => `<c s="${style}"><v>45000</v></c>`).join('');
    const sheets = [
      `<sheetData><row>${cells}<c s="1"><v>59</v></c><c s="1"><v>61</v></c><c s="1"><v>1e300</v></c></row></sheetData>`,
    ];
    expect(await gridOfParts({ sheets, styles })).toEqual([
      [
        ...['45000', '2023-03-15', '2023-03-15', '45000', '45000'],
        ...['1900-02-28', '1900-03-01', '1e+300'],
      ],
    ]);
    const from1904 = workbookEntries({ sheets, styles }).map((entry) => ({
      ...entry,
      content: String(entry.content).replace('<sheets>', '<workbookPr date1904="1"/><sheets>'),
    }));
    expect((await gridOf(makeZip(from1904)))[0]?.[1]).toBe('2027-03-16');
  });

  it('have faults where a formula has no value or an error', async () => {
    const rows = `<row><c><f>A1</f></c><c t="e"><f>A1</f><v>#REF!</v></c><c t="str"><f>A1</f><v>#N/A</v></c><c><f>1+1</f><v>2</v></c></row>`;
    const table = await readSpreadsheet(makeWorkbook({ sheets: [companySheet(rows)] }));
    expect(table.rows[0]?.faults).toEqual({
      0: 'formula_without_value',
      1: 'cell_error',
      2: 'cell_error',
    });
    expect(table.rows[0]?.cells[3]).toBe('2');
  });

  it('are those of the one accepted directory: a workbook with two is refused', async () => {
    const write = (name: string) =>
      writeXlsx({
        sheets: [
          {
            name: 'a',
            rows: [
              ['NIF', 'Empresa'],
              ['A1', name],
            ],
          },
        ],
      });
    const bytes = withOtherDirectory(await write('Peña'), await write('Urkiola'));
    const { sheets } = await readXlsx(bytes);
    expect(sheets[0]?.rows[1]?.[1]).toMatch(/^(Peña|Urkiola)$/);
    await expect(readSpreadsheet(bytes)).rejects.toMatchObject({
      code: 'import_format',
      details: { fault: 'ambiguous' },
    });
  });

  it('are reported when they are below the last row taken', async () => {
    const far = `<row r="30000">${textCell('A2')}${textCell('Lejos')}</row>`;
    const sheets = [companySheet(companyRow + far), companySheet(companyRow)];
    await expect(readSpreadsheet(makeWorkbook({ sheets }))).rejects.toMatchObject({
      code: 'import_too_large',
      details: { what: 'rows' },
    });
    expect((await readSpreadsheet(makeWorkbook({ sheets }), 1)).rows).toHaveLength(1);
  });
});

describe('the XML of a workbook', () => {
  it.each([
    ['does not close its elements in order', '<sheetData><row></sheetData></row>'],
    ['does not close them all', '<sheetData>'],
    ['has two roots', '</worksheet><worksheet>'],
    ['has an entity that nobody knows', '<a>&what;</a>'],
    ['has a bare ampersand', '<a>a & b</a>'],
    ['has a character that is none', '<a>&#x110000;</a>'],
    ['names an attribute twice', '<a b="" b=""/>'],
    ['has an attribute without quotes', '<a b=c/>'],
    ['has text behind its end', '</worksheet>x<a>'],
    ['is cut', '<a'],
  ])('is refused where it %s', async (_what, content) => {
    await expect(gridOfParts({ sheets: [content] })).rejects.toMatchObject({
      code: 'import_format',
    });
  });

  it('is refused in an encoding that others could read differently', async () => {
    for (const prolog of ['<?xml version="1.0" encoding="utf-7"?>', '\u0000'])
      await expect(gridOfParts({ sheets: ['<sheetData/>'], prolog })).rejects.toMatchObject({
        code: 'import_format',
      });
    const broken = workbookEntries({ sheets: [companySheet(textCell('ñ'))] }).map((entry) => ({
      ...entry,
      content: Buffer.from(String(entry.content), 'latin1'),
    }));
    await expect(gridOf(makeZip(broken))).rejects.toMatchObject({ code: 'import_format' });
  });

  it('is refused with a comment or a text of more than half a million characters', async () => {
    const commented = (size: number) => `<!--${'x'.repeat(size)}--><sheetData/>`;
    const written = (size: number) => companySheet(textCell('x'.repeat(size)));
    for (const make of [commented, written]) {
      await gridOfParts({ sheets: [make(400_000)] });
      await expect(gridOfParts({ sheets: [make(800_000)] })).rejects.toMatchObject({
        code: 'import_format',
      });
    }
  });

  it('is read in UTF-16, with comments, instructions and CDATA', async () => {
    const sheets = [
      `<?x a>b?><!-- > <row> --><sheetData a='>'><row><c t="str"><v>a<![CDATA[<b>&amp;]]>ñ</v></c></row></sheetData>`,
    ];
    const wide = workbookEntries({ sheets }).map((entry) => ({
      ...entry,
      content: Buffer.from(`\uFEFF${entry.content}`, 'utf16le'),
    }));
    expect(await gridOf(makeZip(wide))).toEqual([['a<b>&amp;ñ']]);
  });
});

/** Rows and cells at the end that hold nothing are written by some and not by others. */
function withoutBlanks(grid: readonly (readonly string[])[]): string[][] {
  const rows = grid.map((cells) => cells.slice(0, cells.findLastIndex(Boolean) + 1));
  return rows.slice(0, rows.findLastIndex(({ length }) => length > 0) + 1);
}
