import { type CellValue, readXlsx, type Sheet } from 'hucre/xlsx';
import { fromBufferPromise } from 'yauzl';
import { ZubiError } from '../../../contract/errors.ts';
import { hasHeading } from './mapping.ts';
import { type CellFault, type ImportTable, importLimits, toTable } from './table.ts';

/** One more column and some more rows than are taken, so that too many can be told. */
const range = `A1:BM${importLimits.rows + 1002}`;

/**
 * Reads the first sheet that is shown and has known headings, or else the first with anything in it. A formula counts as the value it had when the file was saved; one without a value, an error and a merged cell are faults
 * of their cells. Throws `import_format`, `import_too_large`, `import_empty`.
 */
export async function readSpreadsheet(bytes: Uint8Array): Promise<ImportTable> {
  await requireBounded(bytes);
  const shown = (await readSheets(bytes)).map((sheet) => ({
    sheet,
    grid: sheet.rows.map((cells) => cells.map(toText)),
  }));
  // A cover or instructions may come before the companies.
  const chosen = shown.find(({ grid }) => hasHeading(grid)) ?? shown.find(({ grid }) => grid.length > 0);
  if (!chosen) throw new ZubiError('import_empty');
  const { sheet, grid } = chosen;
  const about = { format: 'xlsx', encoding: null, delimiter: null, sheet: sheet.name } as const;
  return toTable(about, grid, faultsOf(sheet));
}

/** Everything is inflated once and counted before anything is read: a few kilobytes can hold gigabytes. */
async function requireBounded(bytes: Uint8Array): Promise<void> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let total = 0;
  try {
    const zip = await fromBufferPromise(buffer, { lazyEntries: true, strictFileNames: true });
    if (zip.entryCount > importLimits.zipEntries) throw tooLarge();
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw new ZubiError('import_format', { reason: 'encrypted' });
      if (total + entry.uncompressedSize > importLimits.inflatedBytes) throw tooLarge();
      // The reader ends with an error when an entry holds more than it says.
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        total += (chunk as Buffer).byteLength;
        if (total > importLimits.inflatedBytes) throw tooLarge();
      }
    }
  } catch (error) {
    if (error instanceof ZubiError) throw error;
    throw new ZubiError('import_format', { reason: 'zip' }, { cause: error });
  }
}

const tooLarge = () =>
  new ZubiError('import_too_large', { what: 'inflated', limit: importLimits.inflatedBytes });

async function readSheets(bytes: Uint8Array): Promise<readonly Sheet[]> {
  try {
    const { sheets } = await readXlsx(bytes, {
      sheets: ({ hidden, veryHidden }) => !hidden && !veryHidden,
      maxRows: importLimits.rows + 1001,
      range,
    });
    return sheets;
  } catch (error) {
    if (error instanceof ZubiError) throw error;
    throw new ZubiError('import_format', { reason: 'xlsx' }, { cause: error });
  }
}

/** A number as it would be typed: tax ids and identifiers are often kept as numbers. */
function toText(value: CellValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value === 'object') return '';
  return String(value);
}

function faultsOf(sheet: Sheet): Map<number, Map<number, CellFault>> {
  const faults = new Map<number, Map<number, CellFault>>();
  const note = (row: number, column: number, fault: CellFault) => {
    const own = faults.get(row) ?? new Map<number, CellFault>();
    faults.set(row, own.set(column, fault));
  };
  for (const [place, cell] of sheet.cells ?? []) {
    const [row = 0, column = 0] = place.split(',').map(Number);
    const value = sheet.rows[row]?.[column];
    const isEmpty = value === null || value === undefined || value === '';
    if (cell.type === 'formula' && isEmpty) note(row, column, 'formula_without_value');
    if (cell.type === 'error' || (typeof value === 'string' && isErrorText(value, cell.type))) {
      note(row, column, 'cell_error');
    }
  }
  for (const { startRow, endRow, startCol, endCol } of sheet.merges ?? []) {
    const lastRow = Math.min(endRow, sheet.rows.length - 1);
    const lastColumn = Math.min(endCol, importLimits.columns);
    for (let row = startRow; row <= lastRow; row += 1)
      for (let column = startCol; column <= lastColumn; column += 1) note(row, column, 'merged_cell');
  }
  return faults;
}

function isErrorText(value: string, type: string): boolean {
  return type === 'formula' && /^#(REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!)$/.test(value);
}
