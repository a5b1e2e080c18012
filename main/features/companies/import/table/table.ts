import type {
  ImportFaultCode,
  ImportPreview,
  ImportSheet,
} from '../../../../../contract/company-import.ts';
import { ZubiError } from '../../../../../contract/errors.ts';
import { findBody, findHeading } from './heading-row.ts';
import { importLimits, tooLarge } from './limits.ts';

/** Why a cell cannot be read. */
export type CellFault = Extract<
  ImportFaultCode,
  'merged_cell' | 'formula_without_value' | 'cell_error'
>;

/**
 * A table as texts: the heading, and the rows that are not empty with their numbers in the file.
 */
export interface ImportTable {
  readonly format: ImportPreview['format'];
  readonly encoding: ImportPreview['encoding'];
  readonly delimiter: ImportPreview['delimiter'];
  /** The sheet that was read, and all sheets with rows; null for other formats. */
  readonly workbook: {
    readonly sheet: ImportSheet;
    readonly sheets: readonly ImportSheet[];
  } | null;
  readonly headings: readonly string[];
  readonly rows: readonly TableRow[];
}

export interface TableRow {
  /** From 1, the heading counted. */
  readonly row: number;
  readonly cells: readonly string[];
  /** By column, from 0. */
  readonly faults: CellFaults;
  /** Hidden in the sheet, by a filter or by hand. */
  readonly isHidden: boolean;
  /** True only for companies of a sealed file. */
  readonly isArchived: boolean;
}

type CellFaults = Readonly<Record<number, CellFault>>;

/** A sheet's facts about its rows beside their cells. Indexes are those of the grid, from 0. */
interface RowNotes {
  readonly faults: ReadonlyMap<number, CellFaults>;
  readonly isHidden: (index: number) => boolean;
}

const noNotes: RowNotes = { faults: new Map(), isHidden: () => false };

/**
 * Splits a grid into heading and rows. Skips what stands above the heading (a title, a date).
 * Throws `import_empty`, `import_too_large`.
 */
export function toTable(
  about: Pick<ImportTable, 'format' | 'encoding' | 'delimiter' | 'workbook'>,
  grid: readonly (readonly string[])[],
  { faults, isHidden }: RowNotes = noNotes,
): ImportTable {
  const first = findHeading(grid);
  if (first < 0) throw new ZubiError('import_empty');
  const start = findBody(grid, first);
  const heading = grid.slice(first, start)[0] ?? [];
  if (grid.some((cells) => cells.slice(importLimits.columns).some((cell) => cell !== '')))
    throw tooLarge('columns', importLimits.columns);
  const rows: TableRow[] = [];
  let characters = 0;
  for (let index = start; index < grid.length; index += 1) {
    const cells = (grid[index] ?? []).map(clean);
    const own = faults.get(index);
    if (own === undefined && cells.every((cell) => cell === '')) continue;
    for (const cell of cells) characters += cell.length;
    if (characters > importLimits.characters) throw tooLarge('characters', importLimits.characters);
    const place = { row: index + 1, isHidden: isHidden(index), isArchived: false };
    rows.push({ ...place, cells, faults: own ?? {} });
  }
  if (rows.length === 0) throw new ZubiError('import_empty');
  if (rows.length > importLimits.rows) throw tooLarge('rows', importLimits.rows);
  return { ...about, headings: heading.map((cell) => inOneLine(clean(cell))), rows };
}

/**
 * Replaces white space by one space and keeps line ends. Removes control characters. Cuts what no
 * field can hold.
 */
function clean(cell: string): string {
  return (
    cell
      .slice(0, importLimits.cellCharacters)
      // One match for several spaces: a match for each would make the next search slow.
      .replaceAll(/(?:[^\S\n\u0085\u2028\u2029\r]|\u200b)+/g, ' ')
      .replaceAll(/ *(?:\r\n|[\n\r\u0085\u2028\u2029]) */g, '\n')
      .replaceAll(/[^\P{Cc}\n]/gu, '')
      .replaceAll(/ {2,}/g, ' ')
      .trim()
  );
}

/** Columns of the widest row. */
export const columnCount = ({ headings, rows }: ImportTable): number =>
  Math.max(headings.length, ...rows.map(({ cells }) => cells.length));

/** A text of several lines as one line. */
export const inOneLine = (text: string): string => text.replaceAll(/\n+/g, ' ');
