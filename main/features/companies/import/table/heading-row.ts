import { toTaxId } from '../../../../../contract/tax-id.ts';
import { isValidTaxId } from '../../../../validator/tax-id.ts';
import { amountNames, beginsWithName } from '../headings.ts';
import { missingField, proposeMapping } from '../mapping.ts';

/** Rows searched for the headings. */
const maxLookedAt = 30;

/**
 * The row of a grid with the headings: the first with text. When that names no tax id, a row below
 * that names a tax id and another field or an amount. -1 in an empty grid.
 */
export function findHeading(grid: readonly (readonly string[])[]): number {
  const first = grid.findIndex((cells) => cells.some((cell) => cell.trim() !== ''));
  if (first < 0 || isHeading(grid[first] ?? [], 1)) return first;
  const below = grid.slice(first, first + maxLookedAt).findIndex((cells) => isHeading(cells, 2));
  return below < 0 ? first : first + below;
}

/** The first row under the headings: a table may begin with its first company. */
export function findBody(
  grid: readonly (readonly string[])[],
  first: number = findHeading(grid),
): number {
  const cells = grid[first] ?? [];
  const isCompany = !isHeading(cells, 1) && cells.some((cell) => isValidTaxId(toTaxId(cell)));
  return isCompany ? first : first + 1;
}

/** Whether a grid has known headings. */
export function hasHeading(grid: readonly (readonly string[])[]): boolean {
  return isHeading(grid[findHeading(grid)] ?? [], 2);
}

/** Whether a grid's headings name all required fields. */
export function hasNeededColumns(grid: readonly (readonly string[])[]): boolean {
  return missingField(proposeMapping(grid[findHeading(grid)] ?? [])) === null;
}

/** Whether cells name at least `least` fields or amounts, and the tax id among them. */
function isHeading(cells: readonly string[], least: number): boolean {
  const { columns } = proposeMapping(cells);
  const amounts = cells.filter((cell) => beginsWithName(cell, amountNames));
  return columns.taxId !== undefined && Object.keys(columns).length + amounts.length >= least;
}
