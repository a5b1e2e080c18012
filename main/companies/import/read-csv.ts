import { detectDelimiter, parseCsv } from 'hucre/csv';
import type { ImportPreview } from '../../../contract/company-import.ts';
import { ZubiError } from '../../../contract/errors.ts';
import { type ImportTable, importLimits, toTable } from './table.ts';

const delimiters = [',', ';', '\t', '|'] as const;

/** Reads a text table: UTF-8, UTF-16 with its mark, or else what Windows writes; the delimiter is found in the heading. Throws `import_format`. */
export function readCsv(bytes: Uint8Array): ImportTable {
  const { text, encoding } = decode(bytes);
  if (text.includes('\0')) throw new ZubiError('import_format', { reason: 'binary' });
  const { delimiter, body } = findDelimiter(text);
  const grid = parseCsv(body, { delimiter, maxRows: importLimits.rows + 1000, unescapeFormulae: true });
  const texts = grid.map((cells) => cells.map((cell) => (cell === null ? '' : String(cell))));
  const skipped = text.slice(0, text.length - body.length).split('\n').length - 1;
  const padding = Array.from({ length: skipped }, () => []);
  return toTable({ format: 'csv', encoding, delimiter, sheet: null }, [...padding, ...texts], new Map());
}

function decode(bytes: Uint8Array): { text: string; encoding: NonNullable<ImportPreview['encoding']> } {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { text: read(bytes, 'utf-16le'), encoding: 'utf-16' };
  if (first === 0xfe && second === 0xff) return { text: read(bytes, 'utf-16be'), encoding: 'utf-16' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return { text: read(bytes, 'windows-1252'), encoding: 'windows-1252' };
  }
}

const read = (bytes: Uint8Array, encoding: string): string => new TextDecoder(encoding).decode(bytes);

/** Excel names the delimiter in a first line of its own (`sep=;`); otherwise the heading tells. */
function findDelimiter(text: string): { delimiter: (typeof delimiters)[number]; body: string } {
  const named = /^\uFEFF?sep=([,;\t|])\r?\n/i.exec(text);
  const body = named ? text.slice(named[0].length) : text;
  const heading = body.split(/\r?\n/).find((line) => line.trim() !== '') ?? '';
  const found = named?.[1] ?? detectDelimiter(heading);
  return { delimiter: delimiters.find((each) => each === found) ?? ',', body };
}
