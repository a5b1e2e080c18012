import type { ImportMapping } from '../../../../contract/company-import.ts';
import { ZubiError } from '../../../../contract/errors.ts';
import { fieldOf } from './headings.ts';

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
export function missingField({ columns }: ImportMapping): 'taxId' | 'fullName' | null {
  if (columns.taxId === undefined) return 'taxId';
  const isNamed = columns.firstName !== undefined && columns.lastName1 !== undefined;
  return columns.fullName === undefined && !isNamed ? 'fullName' : null;
}
