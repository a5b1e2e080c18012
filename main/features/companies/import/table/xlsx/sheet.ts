import type { ZubiError } from '../../../../../../contract/errors.ts';
import { importLimits, tooLarge } from '../limits.ts';
import type { CellFault } from '../table.ts';
import { toIsoDay } from './date-cells.ts';
import type { Attributes, PartReader } from './read-part.ts';
import type { DateStyles } from './strings-and-styles.ts';
import { decodeEscapes, TextOfRuns } from './text-of-runs.ts';

/** What all sheets of a workbook share. */
export interface SharedParts {
  readonly strings: readonly string[];
  readonly styles: DateStyles;
  readonly isFrom1904: boolean;
  /** Cells that may still be kept, of all sheets together. */
  cellsLeft: number;
}

/** Rows read: the accepted ones, and rows above and between them. A cell below is refused. */
const maxRows = importLimits.rows + 1001;
/** One column more than accepted, so that too many columns are noticed. */
const maxColumns = importLimits.columns + 1;

/**
 * Reads the cells of a worksheet. A sheet that is too large is refused alone (`refusal`), without
 * the workbook.
 */
export class SheetReader implements PartReader {
  /** Cells by row and column, from 0. */
  readonly grid: string[][] = [];
  readonly hiddenRows = new Set<number>();
  readonly faults = new Map<number, Record<number, CellFault>>();
  refusal: ZubiError | null = null;
  readonly #shared: SharedParts;
  readonly #runs = new TextOfRuns();
  #mergedLeft = maxRows * maxColumns;
  #charactersLeft: number = importLimits.characters;
  #section = '';
  #row = -1;
  #column = -1;
  #cell: Attributes = {};
  #hasFormula = false;
  #isValue = false;
  #value = '';

  constructor(shared: SharedParts) {
    this.#shared = shared;
  }

  get isDone(): boolean {
    return this.refusal !== null;
  }

  open(name: string, depth: number, attributes: Attributes): void {
    if (depth === 2) this.#section = name;
    else if (this.#section === 'sheetData') this.#openInData(name, depth, attributes);
    else if (this.#section === 'mergeCells' && depth === 3) this.#merge(attributes.ref ?? '');
  }

  text(text: string): void {
    if (!this.#isValue) this.#runs.add(text);
    else if (this.#value.length < importLimits.cellCharacters)
      this.#value += text.slice(0, importLimits.cellCharacters);
  }

  close(name: string, depth: number): void {
    if (this.#section !== 'sheetData') return;
    if (depth === 4) this.#endCell();
    else if (depth === 5) this.#isValue = false;
    else this.#runs.close(name);
  }

  #openInData(name: string, depth: number, attributes: Attributes): void {
    if (depth === 3) this.#startRow(attributes);
    else if (depth === 4) this.#startCell(attributes);
    else if (depth === 5) {
      this.#isValue = name === 'v';
      this.#hasFormula ||= name === 'f';
    } else this.#runs.open(name);
  }

  #startRow({ r, hidden }: Attributes): void {
    this.#row = r === undefined ? this.#row + 1 : Number(r) - 1;
    this.#column = -1;
    if (isTrue(hidden) && this.#row < maxRows) this.hiddenRows.add(this.#row);
  }

  #startCell(attributes: Attributes): void {
    const place = attributes.r === undefined ? null : placeOf(attributes.r);
    this.#column = place?.column ?? this.#column + 1;
    this.#row = place?.row ?? this.#row;
    this.#cell = attributes;
    this.#hasFormula = false;
    this.#value = '';
    this.#runs.start();
  }

  #endCell(): void {
    const isTaken = this.#row >= 0 && this.#column >= 0 && this.#column < maxColumns;
    if (!isTaken) return;
    const value = this.#read();
    const fault = this.#faultOf(value);
    if (value === '' && fault === null) return;
    if (this.#row >= maxRows) {
      this.refusal = tooLarge('rows', importLimits.rows);
      return;
    }
    if (fault !== null) this.#note(this.#row, this.#column, fault);
    this.#keep(value);
  }

  #keep(value: string): void {
    while (this.grid.length <= this.#row) this.grid.push([]);
    const cells = this.grid[this.#row] ?? [];
    while (cells.length <= this.#column) cells.push('');
    cells[this.#column] = value;
    this.#shared.cellsLeft -= 1;
    this.#charactersLeft -= value.length;
    if (this.#shared.cellsLeft < 0) this.refusal = tooLarge('cells', importLimits.cells);
    if (this.#charactersLeft < 0) this.refusal = tooLarge('characters', importLimits.characters);
  }

  /** A cell's value as text. A number appears as typed: tax ids are often stored as numbers. */
  #read(): string {
    const { t: type, s: style } = this.#cell;
    const { strings, styles, isFrom1904 } = this.#shared;
    const value = this.#value;
    if (type === 'inlineStr') return this.#runs.end();
    if (type === 'str') return decodeEscapes(value);
    if (type === 's') return (value === '' ? null : strings[Number(value)]) ?? '';
    if (type === 'b') return value === '' ? '' : String(isTrue(value));
    const number = Number(value);
    if (type === 'd' || type === 'e' || value.trim() === '' || Number.isNaN(number)) return value;
    return (styles.isDate(style) ? toIsoDay(number, isFrom1904) : null) ?? String(number);
  }

  #faultOf(value: string): CellFault | null {
    if (this.#cell.t === 'e') return 'cell_error';
    if (!this.#hasFormula) return null;
    if (value === '') return 'formula_without_value';
    const isError = /^#(REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!)$/.test(value);
    return isError ? 'cell_error' : null;
  }

  /** Merged cells never overlap, so together they have at most the grid's cells. */
  #merge(ref: string): void {
    const [from = '', to = from] = ref.split(':', 2);
    const [first, last] = [placeOf(from), placeOf(to)];
    if (first === null || last === null) return;
    const rows = Math.max(0, Math.min(last.row + 1, this.grid.length) - first.row);
    const columns = Math.max(0, Math.min(last.column + 1, maxColumns) - first.column);
    this.#mergedLeft -= 1 + rows * columns;
    if (this.#mergedLeft < 0) {
      this.refusal = tooLarge('cells', maxRows * maxColumns);
      return;
    }
    for (let row = first.row; row < first.row + rows; row += 1)
      for (let column = first.column; column < first.column + columns; column += 1)
        this.#note(row, column, 'merged_cell');
  }

  #note(row: number, column: number, fault: CellFault): void {
    const own = this.faults.get(row) ?? {};
    own[column] = fault;
    this.faults.set(row, own);
  }
}

function isTrue(text: string | undefined): boolean {
  return text === '1' || text?.toLowerCase() === 'true';
}

/** `B12` as row and column, from 0; null when it is no cell reference. */
function placeOf(ref: string): { row: number; column: number } | null {
  const [, letters, digits] = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/.exec(ref) ?? [];
  if (letters === undefined || digits === undefined) return null;
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return { row: Number(digits) - 1, column: column - 1 };
}
