import type { ImportMapping, ImportPreview } from '../../../../contract/company-import.ts';
import { isExisting } from '../../../../contract/existing-row.ts';
import type { ParsedInput } from '../../../../contract/methods.ts';
import type { ReadRow } from './read-row.ts';
import { columnCount, type ImportTable, inOneLine } from './table/table.ts';

interface CheckedImport {
  readonly name: string;
  readonly table: ImportTable;
  readonly mapping: ImportMapping;
  readonly rows: readonly ReadRow[];
}

/** A page of the checked rows, with the facts of the whole table. It never contains a key. */
export function describeImport(
  input: ParsedInput<'companies.importPreview'>,
  { name, table, mapping, rows }: CheckedImport,
): ImportPreview {
  const { format, encoding, delimiter, workbook } = table;
  const shown = rows.map((row) => row.shown);
  const listed = input.onlyFaulty
    ? shown.filter((row) => row.faults.length > 0 && !isExisting(row))
    : shown;
  return {
    fileId: input.fileId,
    name,
    format,
    encoding,
    delimiter,
    mapping,
    sheet: workbook?.sheet.name ?? null,
    sheetIndex: workbook?.sheet.index ?? null,
    sheets: [...(workbook?.sheets ?? [])],
    columns: describeColumns(table, mapping),
    counts: { ...count(rows), hidden: table.rows.filter(({ isHidden }) => isHidden).length },
    faults: countFaults(rows),
    rows: listed.slice(input.offset, input.offset + input.limit),
    total: listed.length,
  };
}

function count(rows: readonly ReadRow[]): Omit<ImportPreview['counts'], 'hidden'> {
  const good = rows.filter(({ shown }) => shown.faults.length === 0);
  const of = (kind: ReadRow['shown']['kind']) =>
    good.filter(({ shown }) => shown.kind === kind).length;
  return {
    rows: rows.length,
    good: good.length,
    faulty: rows.length - good.length,
    existing: rows.filter(({ shown }) => isExisting(shown)).length,
    registered: of('registered'),
    withoutKey: of('without_key'),
    drafts: of('draft'),
    updated: of('update'),
  };
}

function countFaults(rows: readonly ReadRow[]): ImportPreview['faults'] {
  const faults = rows.flatMap(({ shown }) => shown.faults);
  return [...Map.groupBy(faults, ({ code }) => code)]
    .map(([code, same]) => ({ code, count: same.length }))
    .toSorted((one, other) => other.count - one.count);
}

function describeColumns(table: ImportTable, mapping: ImportMapping): ImportPreview['columns'] {
  return Array.from({ length: Math.min(64, columnCount(table)) }, (_, index) => {
    const values = table.rows.slice(0, 50).map(({ cells }) => cells[index] ?? '');
    const isKey = mapping.columns.apiKey === index;
    const samples = values.filter((value) => value !== '').slice(0, 3);
    const heading = (table.headings[index] ?? '').slice(0, 120);
    return { index, heading, samples: samples.map((value) => (isKey ? '••••' : toSample(value))) };
  });
}

/** Masks what looks like a key, in any column: a long text that is no word of a language. */
function toSample(value: string): string {
  const long = value.match(/\S{16,}/g) ?? [];
  const isKey = long.some(
    (word) => !/^[\p{L}.,:;()'’&-]+$/u.test(word) || /\p{Ll}\p{Lu}/u.test(word),
  );
  return isKey ? '••••' : inOneLine(value).slice(0, 60);
}
