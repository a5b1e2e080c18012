import { strToU8, zipSync } from 'fflate';
import { escapeMarkup, notXml } from '../markup.ts';

export type SheetCell = string | number | null;

export interface SheetColumn {
  readonly heading: string;
  /** In characters. */
  readonly width: number;
  /** Whether its numbers are amounts of money. */
  readonly isAmount?: boolean;
}

interface Sheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly (readonly SheetCell[])[];
}

/** Styles by number: plain, bold, and an amount with two digits, grouped. */
const plain = 0;
const bold = 1;
const amount = 2;

/**
 * A workbook of one sheet (ECMA-376), its heading bold, frozen and with filters. Texts are written
 * as texts: none becomes a formula.
 */
export function writeXlsx(sheet: Sheet): Uint8Array {
  const parts = {
    '[Content_Types].xml': contentTypes,
    '_rels/.rels': relations('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `${head}<workbook ${main} xmlns:r="${office}/relationships"><sheets><sheet name="${escapeText(sheetName(sheet.name))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations('worksheet', 'worksheets/sheet1.xml', 'styles'),
    'xl/styles.xml': styles,
    'xl/worksheets/sheet1.xml': worksheet(sheet),
  };
  const files = Object.entries(parts).map(([path, text]) => [path, strToU8(text)] as const);
  // The first day a ZIP file knows: the same content makes the same bytes.
  return zipSync(Object.fromEntries(files), { mtime: '1980-01-01' });
}

/** Without the characters that a sheet's name cannot hold. */
const sheetName = (name: string) => name.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31);

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006';
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const contentTypes = `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/></Types>`;

const styles = `${head}<styleSheet ${main}><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/><xf fontId="1" applyFont="1" xfId="0"/><xf numFmtId="4" applyNumberFormat="1" xfId="0"/></cellXfs></styleSheet>`;

function relations(type: string, target: string, second?: string): string {
  const more =
    second === undefined
      ? ''
      : `<Relationship Id="rId2" Type="${office}/relationships/${second}" Target="${second}.xml"/>`;
  return `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/relationships/${type}" Target="${target}"/>${more}</Relationships>`;
}

function worksheet({ columns, rows }: Sheet): string {
  const widths = columns.map(
    ({ width }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const heading = row(
    1,
    columns.map((column) => column.heading),
    () => bold,
  );
  const body = rows.map((cells, index) =>
    row(index + 2, cells, (column) => (columns[column]?.isAmount === true ? amount : plain)),
  );
  const last = `${columnName(columns.length - 1)}${rows.length + 1}`;
  return `${head}<worksheet ${main}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${heading}${body.join('')}</sheetData><autoFilter ref="A1:${last}"/></worksheet>`;
}

function row(
  number: number,
  cells: readonly SheetCell[],
  styleOf: (column: number) => number,
): string {
  const written = cells.map((cell, index) => {
    const place = `r="${columnName(index)}${number}" s="${styleOf(index)}"`;
    if (cell === null || cell === '') return '';
    if (typeof cell === 'number') return `<c ${place}><v>${cell}</v></c>`;
    return `<c ${place} t="inlineStr"><is><t xml:space="preserve">${escapeText(cell)}</t></is></c>`;
  });
  return `<row r="${number}">${written.join('')}</row>`;
}

/** `A`, `Z`, `AA`. */
function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
}

/** Without the characters that XML cannot hold. */
const escapeText = (text: string) => escapeMarkup(text.replaceAll(notXml, ''));
