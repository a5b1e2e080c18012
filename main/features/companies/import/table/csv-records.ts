import { importLimits } from './limits.ts';

/** A record of a text table: one line, or several when line ends stand between quotes. */
interface CsvRecord {
  readonly text: string;
  /** Whether the record ends inside quotes that were never closed. */
  readonly isOpen: boolean;
}

/**
 * The records of a text. A quote opens only at the beginning of a cell. Two quotes stand for one.
 */
export function* recordsOf(text: string, delimiters: string): Generator<CsvRecord> {
  let start = 0;
  let isOpen = false;
  let isCellStart = true;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (isOpen) {
      if (sign !== '"') continue;
      if (text.charAt(at + 1) === '"') at += 1;
      else isOpen = false;
    } else if (sign === '\n' || sign === '\r') {
      yield { text: text.slice(start, at), isOpen };
      if (sign === '\r' && text.charAt(at + 1) === '\n') at += 1;
      start = at + 1;
      isCellStart = true;
    } else {
      isOpen = sign === '"' && isCellStart;
      isCellStart = delimiters.includes(sign);
    }
  }
  if (start < text.length) yield { text: text.slice(start), isOpen };
}

/** One column more than accepted, so that too many columns are noticed. */
const maxCells = importLimits.columns + 1;

/** The cells of a record, with quotes as in `recordsOf`. Drops empty cells past the last column. */
export function cellsOf(record: string, delimiter: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= record.length; at += 1) {
    const quoted = record.charAt(at) === '"' ? readQuoted(record, at) : { text: '', end: at };
    const next = record.indexOf(delimiter, quoted.end);
    const end = next < 0 ? record.length : next;
    const cell = quoted.text + record.slice(quoted.end, end);
    if (cells.length < maxCells) cells.push(cell);
    else if (cell !== '') cells[maxCells - 1] = cell;
    at = end;
  }
  return cells;
}

/** The text between quotes, and the position after them. */
function readQuoted(record: string, start: number): { text: string; end: number } {
  const pieces: string[] = [];
  for (let from = start + 1; ; ) {
    const quote = record.indexOf('"', from);
    if (quote < 0) return { text: pieces.join('') + record.slice(from), end: record.length };
    pieces.push(record.slice(from, quote));
    if (record.charAt(quote + 1) !== '"') return { text: pieces.join(''), end: quote + 1 };
    pieces.push('"');
    from = quote + 2;
  }
}
