import { z } from 'zod';
import { type FieldErrors, refuseFields } from '../http/answer.ts';
import type { JsonObject } from '../http/json.ts';
import { parseFields } from './field-errors.ts';
import { territories } from './reference-data.ts';

const name = z.string().trim().min(1).max(120);

const everyone = z.object({
  is_individual: z.boolean(),
  full_name: name,
  /** Trimmed, in capitals. */
  tax_id_number: z.string().trim().toUpperCase().min(1).max(20),
  regional_territory_id: z.union([z.string(), z.number().int().transform(String)]),
});

const person = z.object({ first_name: name, last_name_1: name, last_name_2: name.nullish() });

export const personFields = person.keyof().options;
type PersonField = (typeof personFields)[number];

/** The fields of a company in a request (specification, 2.1), as stored. */
export type CompanyFields = Readonly<z.infer<typeof everyone>> &
  Readonly<Record<PersonField, string | null>>;

/** Their columns. */
export const companyColumns = [...everyone.keyof().options, ...personFields];

/**
 * Reads and checks a company's fields; 422 with every fault by field. Unknown fields are ignored.
 */
export function readCompanyFields(body: JsonObject): CompanyFields {
  const common = parseFields(everyone, body);
  const names = body.is_individual === true ? parseFields(person, body) : null;
  const errors: FieldErrors = {
    ...(common.ok ? territoryErrors(common.value.regional_territory_id) : common.errors),
    ...(names?.ok === false ? names.errors : {}),
    ...(body.is_individual === false ? superfluousNames(body) : {}),
  };
  if (!common.ok || names?.ok === false || Object.keys(errors).length > 0)
    throw refuseFields(errors);
  const { first_name = null, last_name_1 = null, last_name_2 = null } = names?.value ?? {};
  return { ...common.value, first_name, last_name_1, last_name_2 };
}

function territoryErrors(id: string): FieldErrors {
  if (territories.some((territory) => territory.id === id)) return {};
  return { regional_territory_id: ['No es ninguno de los territorios disponibles.'] };
}

function superfluousNames(body: JsonObject): FieldErrors {
  const present = personFields.filter((field) => Object.hasOwn(body, field));
  return Object.fromEntries(
    present.map((field) => [field, ['Se omite cuando se trata de una entidad.']]),
  );
}
