import { type CellValue, readXlsx, type Sheet } from 'hucre/xlsx';
import { fromBufferPromise } from 'yauzl';
import type { ImportSheet } from '../../../contract/company-import.ts';
import { ZubiError } from '../../../contract/errors.ts';
import { findHeading, hasHeading, hasNeededColumns } from './mapping.ts';
import { type CellFault, type ImportTable, importLimits, toTable } from './table.ts';

/** One more column and some more rows than are taken, so that too many can be told. */
const range = `A1:BM${importLimits.rows + 1002}`;

/** A sheet as it is told, and what is read from it. */
interface ReadSheet {
  readonly told: ImportSheet;
  readonly sheet: Sheet;
  readonly grid: readonly (readonly string[])[];
}

/**
 * Reads a sheet of a workbook: the one at the wanted place, or else the first that is shown and has
 * the columns that are needed. A formula counts as the value it had when the file was saved; one
 * without a value, an error and a merged cell are faults of their cells. Throws `import_format`,
 * `import_too_large`, `import_empty`, `import_sheet_unknown`.
 */
export async function readSpreadsheet(bytes: Uint8Array, wanted?: number): Promise<ImportTable> {
  await requireBounded(bytes);
  const sheets = await readSheets(bytes);
  const chosen =
    wanted === undefined ? chooseSheet(sheets) : sheets.find(({ told }) => told.index === wanted);
  if (!chosen) throw new ZubiError(wanted === undefined ? 'import_empty' : 'import_sheet_unknown');
  const { sheet, grid, told } = chosen;
  const workbook = { sheet: told, sheets: sheets.map((each) => each.told) };
  return toTable({ format: 'xlsx', encoding: null, delimiter: null, workbook }, grid, {
    faults: faultsOf(sheet),
    isHidden: (index) => sheet.rowDefs?.get(index)?.hidden === true,
  });
}

/**
 * A cover, instructions or lists may come before the companies; what is hidden is taken by itself
 * only where nothing else is there.
 */
function chooseSheet(sheets: readonly ReadSheet[]): ReadSheet | undefined {
  const shown = sheets.filter(({ told }) => !told.isHidden);
  return (
    shown.find(({ grid }) => hasNeededColumns(grid)) ??
    shown.find(({ grid }) => hasHeading(grid)) ??
    shown[0] ??
    sheets.find(({ grid }) => hasNeededColumns(grid)) ??
    sheets[0]
  );
}

/**
 * Everything is inflated once and counted before anything is read: a few kilobytes can hold
 * gigabytes.
 */
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
      }
    }
  } catch (error) {
    if (error instanceof ZubiError) throw error;
    throw new ZubiError('import_format', { reason: 'zip' }, { cause: error });
  }
}

const tooLarge = () =>
  new ZubiError('import_too_large', { what: 'inflated', limit: importLimits.inflatedBytes });

/**
 * The sheets that have rows. Those that only a program can show ("very hidden") are its own
 * business and left out. So are charts and dialogs with a sheet to themselves, which have no cells:
 * the library refuses a workbook with one, and then each sheet is read by itself.
 */
async function readSheets(bytes: Uint8Array): Promise<readonly ReadSheet[]> {
  try {
    return await readPlaces(bytes, () => true).catch((error: unknown) => {
      if (!isParseError(error)) throw error;
      return readOneByOne(bytes, error);
    });
  } catch (error) {
    if (error instanceof ZubiError) throw error;
    throw new ZubiError('import_format', { reason: 'xlsx' }, { cause: error });
  }
}

async function readPlaces(
  bytes: Uint8Array,
  isWanted: (index: number) => boolean,
): Promise<readonly ReadSheet[]> {
  const places: { readonly index: number; readonly isHidden: boolean }[] = [];
  const { sheets } = await readXlsx(bytes, {
    sheets: ({ hidden, veryHidden, index }) => {
      if (veryHidden || !isWanted(index)) return false;
      places.push({ index, isHidden: hidden === true });
      return true;
    },
    maxRows: importLimits.rows + 1001,
    range,
  });
  return sheets.flatMap((sheet, at) => {
    const grid = sheet.rows.map((cells) => cells.map(toText));
    const rows = countRows(grid);
    const place = places[at];
    return rows === 0 || !place
      ? []
      : [{ told: { ...place, name: sheet.name, rows }, sheet, grid }];
  });
}

/** Throws `failure` where none can be read. */
async function readOneByOne(bytes: Uint8Array, failure: unknown): Promise<readonly ReadSheet[]> {
  const indexes: number[] = [];
  await readPlaces(bytes, (index) => {
    indexes.push(index);
    return false;
  });
  const found: (readonly ReadSheet[])[] = [];
  for (const wanted of indexes) {
    try {
      found.push(await readPlaces(bytes, (index) => index === wanted));
    } catch (error) {
      if (!isParseError(error)) throw error;
    }
  }
  if (found.length === 0) throw failure;
  return found.flat();
}

/** The library's name for a part that is not there, or not what it should be. */
const isParseError = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ParseError';

/** Rows under the heading that are not empty. */
function countRows(grid: readonly (readonly string[])[]): number {
  const below = grid.slice(findHeading(grid) + 1);
  return below.filter((cells) => cells.some((cell) => cell.trim() !== '')).length;
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
      for (let column = startCol; column <= lastColumn; column += 1)
        note(row, column, 'merged_cell');
  }
  return faults;
}

function isErrorText(value: string, type: string): boolean {
  return type === 'formula' && /^#(REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!)$/.test(value);
}
