import type { ImportMapping } from '../../../../contract/company-import.ts';
import { type ImportField, importFields } from '../../../../contract/company-texts.ts';
import { ZubiError } from '../../../../contract/errors.ts';
import { foldText } from '../fold-text.ts';
import { headings } from './headings.ts';

/**
 * A mapping from the headings. A column serves one field. A field comes from the first column that
 * matches.
 */
export function proposeMapping(found: readonly string[]): ImportMapping {
  const columns: ImportMapping['columns'] = {};
  for (const [index, heading] of found.slice(0, 64).entries()) {
    const field = fieldOf(heading);
    if (field !== null && columns[field] === undefined) columns[field] = index;
  }
  // "Nombre" without surnames and without a full name is the full name.
  const { firstName, lastName1, fullName, ...rest } = columns;
  if (firstName !== undefined && lastName1 === undefined && fullName === undefined) {
    return { columns: { ...rest, fullName: firstName } };
  }
  return { columns };
}

/** Rows searched for the headings. */
const maxLookedAt = 30;

/**
 * The row of a grid with the headings: the first with text. When that names no tax id, a row below
 * that names a tax id and another field. -1 in an empty grid.
 */
export function findHeading(grid: readonly (readonly string[])[]): number {
  const first = grid.findIndex((cells) => cells.some((cell) => cell.trim() !== ''));
  if (first < 0 || isHeading(grid[first] ?? [], 1)) return first;
  const below = grid.slice(first, first + maxLookedAt).findIndex((cells) => isHeading(cells, 2));
  return below < 0 ? first : first + below;
}

/** Whether a grid has known headings. */
export function hasHeading(grid: readonly (readonly string[])[]): boolean {
  return isHeading(grid[findHeading(grid)] ?? [], 2);
}

/** Whether a grid's headings name all required fields. */
export function hasNeededColumns(grid: readonly (readonly string[])[]): boolean {
  return missingField(proposeMapping(grid[findHeading(grid)] ?? [])) === null;
}

/** Whether cells name at least `least` fields, one of them the tax id. */
function isHeading(cells: readonly string[], least: number): boolean {
  const { columns } = proposeMapping(cells);
  return columns.taxId !== undefined && Object.keys(columns).length >= least;
}

/** Words that name nothing: "nombre o razón social", "NIF del cliente". */
const idleWords = new Set(['o', 'y', 'de', 'del', 'edo', 'eta', 'or', 'and', 'of']);

/** A heading's words in one order, so that "Razón social o nombre" is "nombre razon social". */
function keyOf(heading: string): string {
  return foldText(heading)
    .replaceAll(/\b([a-z])\.(?=[a-z]\b)/g, '$1')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !idleWords.has(word))
    .sort()
    .join(' ');
}

const fieldByHeading: ReadonlyMap<string, ImportField> = new Map(
  importFields.toReversed().flatMap((field) => headings[field].map((name) => [keyOf(name), field])),
);

/** A heading that only names tax ids: "C.I.F./N.I.F.", "NIF o DNI". */
const taxIdsOnly = /^(?:(?:nif|cif|dni|nie|ifz|ifk|nan) ?)+$/;

/** Longer than any known heading with any punctuation. */
const maxHeading = 100;

function fieldOf(heading: string): ImportField | null {
  if (heading === '' || heading.length > maxHeading) return null;
  const key = keyOf(heading);
  return taxIdsOnly.test(key) ? 'taxId' : (fieldByHeading.get(key) ?? null);
}

/**
 * Throws `import_mapping` when a mapping points outside the table, uses a column twice, or lacks a
 * required field.
 */
export function requireMapping(mapping: ImportMapping, columnCount: number): ImportMapping {
  const used = Object.values(mapping.columns);
  if (used.some((index) => index >= columnCount))
    throw new ZubiError('import_mapping', { reason: 'column' });
  if (new Set(used).size < used.length) throw new ZubiError('import_mapping', { reason: 'twice' });
  const field = missingField(mapping);
  if (field !== null) throw new ZubiError('import_mapping', { reason: 'missing', field });
  return mapping;
}

/** A required field that the mapping lacks. A first and a last name may replace the full name. */
function missingField({ columns }: ImportMapping): 'taxId' | 'fullName' | null {
  if (columns.taxId === undefined) return 'taxId';
  const isNamed = columns.firstName !== undefined && columns.lastName1 !== undefined;
  return columns.fullName === undefined && !isNamed ? 'fullName' : null;
}
