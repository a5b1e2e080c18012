import { isUtf8 } from 'node:buffer';
import type { ImportPreview } from '../../../../../contract/company-import.ts';
import { ZubiError } from '../../../../../contract/errors.ts';
import { withoutFormulaMark } from '../../../../platform/files/csv.ts';
import { recordsOf } from './csv-records.ts';
import { hasHeading } from './heading-row.ts';
import { importLimits, tooLarge } from './limits.ts';
import { type ImportTable, toTable } from './table.ts';

const delimiters = [',', ';', '\t', '|'] as const;
type Delimiter = (typeof delimiters)[number];

/**
 * Reads a text table in UTF-8, in UTF-16 with a byte order mark, or in Windows-1252. Excel names
 * the delimiter in a separate first line (`sep=;`). Otherwise the heading shows it. Throws
 * `import_format`, `import_too_large`, and `import_quotes` for quotes that are never closed and
 * would swallow rows.
 */
export function readCsv(bytes: Uint8Array): ImportTable {
  const { text, encoding } = decode(bytes);
  if (text.includes('\0')) throw new ZubiError('import_format', { reason: 'binary' });
  const [separatorLine = '', named] = /^sep=([,;\t|])\r?\n/i.exec(text) ?? [];
  const body = text.slice(separatorLine.length);
  const delimiter = delimiters.find((each) => each === named) ?? findDelimiter(body);
  const skipped = named === undefined ? [] : [[]];
  const grid = [...skipped, ...readRows(body, delimiter, skipped.length)];
  return toTable({ format: 'csv', encoding, delimiter, workbook: null }, grid);
}

function decode(bytes: Uint8Array): {
  text: string;
  encoding: NonNullable<ImportPreview['encoding']>;
} {
  const [first, second] = bytes;
  const read = (encoding: string) => new TextDecoder(encoding).decode(bytes);
  if (first === 0xff && second === 0xfe) return { text: read('utf-16le'), encoding: 'utf-16' };
  if (first === 0xfe && second === 0xff) return { text: read('utf-16be'), encoding: 'utf-16' };
  const encoding = isUtf8(bytes) ? 'utf-8' : 'windows-1252';
  return { text: read(encoding), encoding };
}

/** Maximum rows read: the accepted rows, and blank rows between them. */
const maxRows = importLimits.rows + 1000;

function readRows(body: string, delimiter: string, skipped: number): readonly string[][] {
  const rows: string[][] = [];
  let row = skipped;
  for (const { cells, isOpen } of recordsOf(body, delimiter)) {
    row += 1;
    if (isOpen) throw new ZubiError('import_quotes', { row });
    if (rows.length < maxRows) rows.push(cells.map(withoutFormulaMark));
    else if (cells.some((cell) => cell.trim() !== '')) throw tooLarge('rows', importLimits.rows);
  }
  return rows;
}

/** Records searched for the heading, which may stand below a title. Blank ones do not count. */
const maxOverHeading = 30;

/** The delimiter that makes a heading, where one is found. */
function findDelimiter(body: string): Delimiter {
  const readings = delimiters.map((delimiter) => firstRows(body, delimiter));
  for (let index = 0; index < maxOverHeading; index += 1) {
    const found = delimiters.find((_, place) => hasHeading([readings[place]?.[index] ?? []]));
    if (found !== undefined) return found;
  }
  return mostUsed(body.slice(0, maxSearched));
}

/** The first records that are not blank. */
function firstRows(body: string, delimiter: Delimiter): readonly (readonly string[])[] {
  const rows: string[][] = [];
  for (const { cells } of recordsOf(body, delimiter)) {
    if (cells.length > 1 || cells[0]?.trim() !== '') rows.push(cells);
    if (rows.length === maxOverHeading) break;
  }
  return rows;
}

const maxSearched = 64 * 1024;

/** The most frequent delimiter, outside quotes, of the first line with any; the first of equals. */
function mostUsed(text: string): Delimiter {
  const lines = text.replaceAll(/"[^"]*"/g, '').split(/[\r\n]+/);
  const line = lines.find((each) => delimiters.some((delimiter) => each.includes(delimiter))) ?? '';
  const counts = delimiters.map((delimiter) => line.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}
