import { importLimits } from './limits.ts';

/** A record of a text table: one line, or several when line ends stand between quotes. */
interface CsvRecord {
  /** Without empty cells past the last column. */
  readonly cells: string[];
  /** Whether the record ends inside quotes that were never closed. */
  readonly isOpen: boolean;
}

/** One column more than accepted, so that too many columns are noticed. */
const maxCells = importLimits.columns + 1;

/**
 * The records of a text. A quote opens only at the beginning of a cell. Two quotes stand for one.
 */
export function* recordsOf(text: string, delimiter: string): Generator<CsvRecord> {
  const cellEnd = new RegExp(`[${delimiter}\r\n]`, 'g');
  let cells: string[] = [];
  for (let at = 0; at < text.length || cells.length > 0; ) {
    const quoted = readQuoted(text, at);
    cellEnd.lastIndex = quoted.end;
    const [sign] = cellEnd.exec(text) ?? [];
    const end = sign === undefined ? text.length : cellEnd.lastIndex - 1;
    const cell = quoted.text + text.slice(quoted.end, end);
    if (cells.length < maxCells) cells.push(cell);
    else if (cell !== '') cells[maxCells - 1] = cell;
    at = end + 1;
    if (sign === delimiter) continue;
    yield { cells, isOpen: quoted.isOpen };
    cells = [];
    if (sign === '\r' && text.charAt(at) === '\n') at += 1;
  }
}

/** The text between quotes at the beginning of a cell, and the position after them. */
function readQuoted(text: string, start: number): { text: string; end: number; isOpen: boolean } {
  if (text.charAt(start) !== '"') return { text: '', end: start, isOpen: false };
  const pieces: string[] = [];
  for (let from = start + 1; ; ) {
    const quote = text.indexOf('"', from);
    const end = quote < 0 ? text.length : quote;
    pieces.push(text.slice(from, end));
    if (quote < 0) return { text: pieces.join(''), end, isOpen: true };
    if (text.charAt(quote + 1) !== '"')
      return { text: pieces.join(''), end: quote + 1, isOpen: false };
    pieces.push('"');
    from = quote + 2;
  }
}
