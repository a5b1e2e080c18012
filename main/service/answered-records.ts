import { readPath, writePath } from './json-path.ts';
import type { ServiceProfile } from './profile.ts';

/** Places of a profile by name; null is a place that the service does not give. */
export type Places = Readonly<Record<string, string | null>>;

/** The value at each of the profile's places. */
export function collect(document: unknown, places: Places): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(places).map(([name, path]) => [
      name,
      path === null ? null : (readPath(document, path) ?? null),
    ]),
  );
}

export function listAt(document: unknown, path: string): readonly unknown[] | null {
  const list = readPath(document, path);
  return Array.isArray(list) ? list : null;
}

/** A record's key in the ledger's notation. */
export function keyOf(
  entry: unknown,
  { key, dateAs, joined }: ServiceProfile['answers']['submission']['record'],
): Record<string, unknown> {
  const parts = collect(entry, key);
  const { date } = parts;
  const [year, month, day] = typeof date === 'string' ? datePartsOf(date, dateAs) : [];
  const dated = day === undefined ? {} : { date: `${day}-${month}-${year}` };
  const text = joined === null ? null : readPath(entry, joined.path);
  if (joined === null || typeof text !== 'string') return { ...parts, ...dated };
  const at = text.lastIndexOf(joined.separator);
  const number = at < 0 ? text : text.slice(at + joined.separator.length);
  return { ...parts, ...dated, series: at < 0 ? null : text.slice(0, at), number };
}

/** Year, month and day; empty for a date in another notation. */
function datePartsOf(date: string, as: 'ledger' | 'iso' | 'slashes'): readonly string[] {
  if (as === 'iso') return /^(\d{4})-(\d\d)-(\d\d)/.exec(date)?.slice(1) ?? [];
  if (as === 'ledger') return [];
  return /^(\d\d)\/(\d\d)\/(\d{4})/.exec(date)?.slice(1).toReversed() ?? [];
}

/**
 * The entries of a list or a map. In a map a record's number is its key, unless it has one, and an
 * entry that is no object is its state.
 */
export function recordsAt(
  document: unknown,
  path: string,
  { recordsAs, record }: ServiceProfile['answers']['submission'],
): readonly unknown[] | null {
  // Some programming languages write an empty list as `null`.
  if (readPath(document, path) === null) return [];
  if (recordsAs === 'list') return listAt(document, path) ?? loneRecordAt(document, path, record);
  const map = readPath(document, path);
  if (typeof map !== 'object' || map === null) return null;
  return Object.entries(map).map(([number, entry]) => {
    const isObject = typeof entry === 'object' && entry !== null;
    const named: Record<string, unknown> = isObject ? structuredClone(entry) : {};
    if (!isObject && record.state !== null) writePath(named, record.state, entry);
    for (const place of ['number', record.key.number ?? 'number'])
      if ((readPath(named, place) ?? null) === null) writePath(named, place, number);
    return named;
  });
}

/** Converters from XML write a list of one record as that record. */
function loneRecordAt(
  document: unknown,
  path: string,
  { state }: ServiceProfile['answers']['submission']['record'],
): readonly unknown[] | null {
  const lone = readPath(document, path);
  return state !== null && readPath(lone, state) !== undefined ? [lone] : null;
}

/**
 * The records' numbers in the document, from 1. When one of them is none, the service counts in
 * another way: then no entry has a number. `isOpen`: the service may count from 0 as well.
 */
export function rowsOf(
  entries: readonly unknown[],
  { row: path, rowsFrom }: ServiceProfile['answers']['submission']['record'],
): { readonly rows: readonly (number | undefined)[]; readonly isOpen: boolean } {
  if (path === null) return { rows: [], isOpen: false };
  const given = entries.map((entry) => toRow(readPath(entry, path)));
  const from = rowsFrom ?? (given.includes(0) ? 0 : null);
  const rows = given.map((row) =>
    row === null || row === undefined ? row : row + 1 - (from ?? 1),
  );
  const isWhole = rows.every((row) => row !== null && row !== 0);
  return {
    rows: isWhole ? rows.map((row) => row ?? undefined) : [],
    // A 0 alone may stand for a line that the service does not know.
    isOpen: from === null || (rowsFrom === null && !given.some((row) => row)),
  };
}

const maxRow = 1_000_000;

/** Undefined without a number, null for what cannot be one. */
function toRow(given: unknown): number | null | undefined {
  if (given === undefined || given === null || given === '') return undefined;
  const row = typeof given === 'string' || typeof given === 'number' ? Number(given) : -1;
  return Number.isInteger(row) && row >= 0 && row <= maxRow ? row : null;
}
