/** A territory as in `GET /regional/territories` and in `regional_territory_data`. */
export interface Territory {
  readonly id: string;
  readonly name: string;
}

/** The territory whose taxpayers may submit (specification, part 1). */
export const submittingTerritoryId = 'bizkaia';

/** The territory whose companies need no authorization (specification, part 1). */
export const exemptTerritoryId = 'araba';

/** The three historical territories; the identifiers are the sandbox's own. */
export const territories: readonly Territory[] = [
  { id: exemptTerritoryId, name: 'Araba/Álava' },
  { id: submittingTerritoryId, name: 'Bizkaia' },
  { id: 'gipuzkoa', name: 'Gipuzkoa' },
];

/** The answer of `GET /regional/license`: made-up data of a made-up developer. */
export const license = {
  developer: { tax_id_number: 'B00000034', name: 'Zubi Sandbox, S.L.' },
  software: { name: 'Zubi', version: '1.0', license: 'TBAIBI00000000SANDBOX' },
} as const;
