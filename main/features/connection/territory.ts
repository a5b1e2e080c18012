import type { Territory } from '../../../contract/company.ts';
import { foldText } from '../../../contract/fold-text.ts';

/**
 * Whether a territory is Bizkaia, whose taxpayers alone can submit (service specification, part 1).
 * The service chooses its own identifiers, so only the name, Spanish or Basque, is known.
 */
export function isBizkaia(territoryName: string): boolean {
  return /(?<![a-z])(bizkaia|bizkaiko|vizcaya|biscay)(?![a-z])/i.test(territoryName);
}

/** Names of the territories in tables: Spanish, Basque, the province's number. */
const otherNames: readonly (readonly string[])[] = [
  ['bizkaia', 'vizcaya', 'biscay', '48'],
  ['gipuzkoa', 'guipuzcoa', '20'],
  // A spreadsheet drops the zero.
  ['araba', 'alava', '01', '1'],
  ['nafarroa', 'navarra', '31'],
];

/** The territory that a table's cell names by its identifier, its name or another name. */
export function findTerritory(cell: string, territories: readonly Territory[]): Territory | null {
  const exact = territories.find(({ id }) => id === cell);
  if (exact) return exact;
  const plain = plainName(cell);
  const named = territories.find(({ name }) => plainName(name) === plain);
  if (named) return named;
  const names = otherNames.find((each) => each.includes(plain));
  if (!names) return null;
  return (
    territories.find(({ name }) =>
      plainName(name)
        .split(' ')
        .some((word) => names.includes(word)),
    ) ?? null
  );
}

function plainName(name: string): string {
  return foldText(name)
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
}
