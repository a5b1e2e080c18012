import type { ImportPreview } from '../../../../../contract/company-import.ts';
import { ZubiError } from '../../../../../contract/errors.ts';
import { withoutFormulaMark } from '../../../../platform/files/csv.ts';
import { cellsOf, recordsOf } from './csv-records.ts';
import { hasHeading } from './heading-row.ts';
import { importLimits, tooLarge } from './limits.ts';
import { type ImportTable, toTable } from './table.ts';

const delimiters = [',', ';', '\t', '|'] as const;
type Delimiter = (typeof delimiters)[number];

/**
 * Reads a text table in UTF-8, in UTF-16 with a byte order mark, or in Windows-1252. The heading
 * shows the delimiter. Throws `import_format`, `import_too_large`, and `import_quotes` for quotes
 * that are never closed and would swallow rows.
 */
export function readCsv(bytes: Uint8Array): ImportTable {
  const { text, encoding } = decode(bytes);
  if (text.includes('\0')) throw new ZubiError('import_format', { reason: 'binary' });
  const { delimiter, body } = findDelimiter(text);
  const skipped = text.slice(0, text.length - body.length).split('\n').length - 1;
  const padding = Array.from({ length: skipped }, () => []);
  const grid = [...padding, ...readRows(body, delimiter, skipped)];
  return toTable({ format: 'csv', encoding, delimiter, workbook: null }, grid);
}

function decode(bytes: Uint8Array): {
  text: string;
  encoding: NonNullable<ImportPreview['encoding']>;
} {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe)
    return { text: read(bytes, 'utf-16le'), encoding: 'utf-16' };
  if (first === 0xfe && second === 0xff)
    return { text: read(bytes, 'utf-16be'), encoding: 'utf-16' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return { text: read(bytes, 'windows-1252'), encoding: 'windows-1252' };
  }
}

const read = (bytes: Uint8Array, encoding: string): string =>
  new TextDecoder(encoding).decode(bytes);

/** Maximum rows read: the accepted rows, and blank rows between them. */
const maxRows = importLimits.rows + 1000;

function readRows(body: string, delimiter: string, skipped: number): readonly string[][] {
  const rows: string[][] = [];
  let row = skipped;
  for (const { text, isOpen } of recordsOf(body, delimiter)) {
    row += 1;
    if (isOpen) throw new ZubiError('import_quotes', { row });
    const cells = cellsOf(text, delimiter);
    if (rows.length < maxRows) rows.push(cells.map(withoutFormulaMark));
    else if (cells.some((cell) => cell.trim() !== '')) throw tooLarge('rows', importLimits.rows);
  }
  return rows;
}

/** Records searched for the heading, which may stand below a title. Blank ones do not count. */
const maxOverHeading = 30;

/**
 * Excel names the delimiter in a separate first line (`sep=;`). Otherwise the heading shows it, or
 * the first line with a delimiter.
 */
function findDelimiter(text: string): { delimiter: Delimiter; body: string } {
  const named = /^sep=([,;\t|])\r?\n/i.exec(text);
  const body = named ? text.slice(named[0].length) : text;
  const told = delimiters.find((delimiter) => delimiter === named?.[1]);
  return { delimiter: told ?? delimiterOf(firstLines(body)), body };
}

/** The first records that are not blank, each in one line. */
function firstLines(body: string): readonly string[] {
  const lines: string[] = [];
  for (const { text } of recordsOf(body, delimiters.join(''))) {
    if (text.trim() !== '') lines.push(text.replaceAll(/[\r\n]+/g, ' '));
    if (lines.length === maxOverHeading) break;
  }
  return lines;
}

function delimiterOf(lines: readonly string[]): Delimiter {
  for (const line of lines) {
    const found = delimiters.find((delimiter) => hasHeading([cellsOf(line, delimiter)]));
    if (found !== undefined) return found;
  }
  return mostUsed(lines.find((line) => delimiters.some((each) => line.includes(each))) ?? '');
}

/** The most frequent delimiter of a line outside quotes; the first of equals. */
function mostUsed(line: string): Delimiter {
  const bare = line.replaceAll(/"[^"]*"/g, '');
  const counts = delimiters.map((delimiter) => bare.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}
