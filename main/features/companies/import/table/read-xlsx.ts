import type { ImportSheet } from '../../../../../contract/company-import.ts';
import { ZubiError } from '../../../../../contract/errors.ts';
import { findBody, hasHeading, hasNeededColumns } from './heading-row.ts';
import { type ImportTable, toTable } from './table.ts';
import type { SheetReader } from './xlsx/sheet.ts';
import { readWorkbook } from './xlsx/workbook.ts';

/** A sheet as the preview shows it, and its cells. */
interface ReadSheet {
  readonly info: ImportSheet;
  readonly reader: SheetReader;
}

/**
 * Reads a sheet of a workbook: the wanted one, or else the first visible one with the required
 * columns. A formula counts as its saved value. A formula without a value, an error and a merged
 * cell are faults of their cells. Throws `import_format`, `import_too_large`, `import_empty`,
 * `import_sheet_unknown`.
 */
export async function readSpreadsheet(bytes: Uint8Array, wanted?: number): Promise<ImportTable> {
  const sheets = await readSheets(bytes);
  const chosen =
    wanted === undefined ? chooseSheet(sheets) : sheets.find(({ info }) => info.index === wanted);
  if (!chosen) throw new ZubiError(wanted === undefined ? 'import_empty' : 'import_sheet_unknown');
  const { reader, info } = chosen;
  if (reader.refusal !== null) throw reader.refusal;
  const workbook = { sheet: info, sheets: sheets.map((each) => each.info) };
  return toTable({ format: 'xlsx', encoding: null, delimiter: null, workbook }, reader.grid, {
    faults: reader.faults,
    isHidden: (index) => reader.hiddenRows.has(index),
  });
}

/**
 * A cover, instructions or lists may come before the companies. A hidden sheet is chosen only when
 * no sheet is visible.
 */
function chooseSheet(sheets: readonly ReadSheet[]): ReadSheet | undefined {
  const shown = sheets.filter(({ info }) => !info.isHidden);
  return (
    shown.find(({ reader }) => hasNeededColumns(reader.grid)) ??
    shown.find(({ reader }) => hasHeading(reader.grid)) ??
    shown[0] ??
    sheets.find(({ reader }) => hasNeededColumns(reader.grid)) ??
    sheets[0]
  );
}

/** The sheets that have rows. */
async function readSheets(bytes: Uint8Array): Promise<readonly ReadSheet[]> {
  const sheets = await readWorkbook(bytes);
  return sheets.flatMap(({ name, index, isHidden, cells: reader }) => {
    const rows = countRows(reader.grid);
    const isEmpty = rows === 0 && reader.refusal === null;
    return isEmpty ? [] : [{ info: { name, index, isHidden, rows }, reader }];
  });
}

/** Rows under the heading that are not empty. */
function countRows(grid: readonly (readonly string[])[]): number {
  const below = grid.slice(findBody(grid));
  return below.filter((cells) => cells.some((cell) => cell.trim() !== '')).length;
}
