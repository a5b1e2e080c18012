import { ZubiError } from '../../../../../contract/errors.ts';

/**
 * Limits of an import: four times the largest office we plan for, and far below a noticeable load.
 */
export const importLimits = {
  fileBytes: 20 * 1024 * 1024,
  /** Of all parts of a workbook together. */
  inflatedBytes: 96 * 1024 * 1024,
  /**
   * Growth allowed to a workbook when it is unpacked, besides `freeBytes`. Tables written by
   * programs grow 5 to 20 times.
   */
  ratio: 30,
  freeBytes: 8 * 1024 * 1024,
  zipEntries: 2000,
  sheets: 255,
  /** Without the heading. */
  rows: 20_000,
  columns: 64,
  cellCharacters: 8000,
  /** Of all cells of the table that is read. */
  characters: 16 * 1024 * 1024,
  /** Cells with content, in all sheets together. */
  cells: 3_000_000,
} as const;

/** The part of a table that is too large. */
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

/** The error for a table that is too large. */
export function tooLarge(what: TooLarge, limit: number): ZubiError {
  return new ZubiError('import_too_large', { what, limit });
}
