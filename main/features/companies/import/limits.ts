import { ZubiError } from '../../../../contract/errors.ts';

/**
 * Bounds of what an import takes in: four times the largest office we plan for, and far below what
 * would be felt.
 */
export const importLimits = {
  fileBytes: 20 * 1024 * 1024,
  /** Of all parts of a workbook together. */
  inflatedBytes: 96 * 1024 * 1024,
  /**
   * Times that a workbook may grow, above what any may (`freeBytes`). Tables written by programs
   * grow 5 to 20 times.
   */
  ratio: 30,
  freeBytes: 8 * 1024 * 1024,
  zipEntries: 2000,
  sheets: 255,
  /** The heading not counted. */
  rows: 20_000,
  columns: 64,
  cellCharacters: 8000,
  /** Of all cells of the table that is read. */
  characters: 16 * 1024 * 1024,
  /** Cells with something in them, of all sheets together. */
  cells: 3_000_000,
} as const;

/** What of a table is too large. */
type TooLarge =
  | 'inflated'
  | 'entries'
  | 'sheets'
  | 'rows'
  | 'columns'
  | 'characters'
  | 'cells'
  | 'strings'
  | 'styles';

/** The refusal of a table for its size. */
export function tooLarge(what: TooLarge, limit: number): ZubiError {
  return new ZubiError('import_too_large', { what, limit });
}
