import type { Company, CompanyInput } from '../../../contract/company.ts';
import {
  type CompanyTexts,
  columnsOfTexts,
  companyTexts,
  isOfficeText,
  mapTexts,
  textsOf,
  textsOfRow,
} from '../../../contract/company-texts.ts';
import { type CallError, ZubiError } from '../../../contract/errors.ts';
import { foldText } from '../../../contract/fold-text.ts';
import type { ServiceCompanyFields } from '../../service/client-port.ts';
import { hasTaxIdForm, isValidTaxId } from '../../validator/tax-id.ts';
import { isBizkaia, takesWrongTaxIds } from '../connection/public.ts';
import type { Core } from '../core.ts';
import { type CompanyRow, findCompany } from './companies-table.ts';

/** Throws `company_unknown`. */
export async function requireCompany(core: Core, id: string): Promise<CompanyRow> {
  const row = await findCompany(core.store.queries, id);
  if (!row) throw new ZubiError('company_unknown', { id });
  return row;
}

type Named = Pick<CompanyRow, 'id' | 'tax_id' | 'full_name'>;
type Active = Named & Pick<CompanyRow, 'archived_at'>;

/**
 * A document is sent only with the key of the company that is its taxpayer. Throws
 * `company_tax_id_changed`.
 */
export function requireTaxIdOf(company: Named, document: { readonly tax_id: string }): void {
  if (company.tax_id === document.tax_id.toUpperCase()) return;
  const { tax_id: taxId, full_name: name } = company;
  throw new ZubiError('company_tax_id_changed', { taxId, name, fileTaxId: document.tax_id });
}

/**
 * Only taxpayers of Bizkaia submit (specification, part 1), and nothing is sent for an archived
 * company. Throws `company_outside_bizkaia`, `company_archived`.
 */
export function requireSubmits(company: Active & Pick<CompanyRow, 'territory_name'>): void {
  if (!isBizkaia(company.territory_name)) {
    throw new ZubiError('company_outside_bizkaia', {
      ...toDetails(company),
      territory: company.territory_name,
    });
  }
  requireActive(company);
}

/** Throws `company_archived`. */
export function requireActive(company: Active): void {
  if (company.archived_at !== null) throw companyArchived(company);
}

export function companyArchived(company: Named): ZubiError {
  return new ZubiError('company_archived', toDetails(company));
}

function toDetails({ id, tax_id, full_name }: Named) {
  return { companyId: id, taxId: tax_id, name: full_name };
}

/** The text by which companies are searched and sorted. */
export function searchTextOf(fullName: string, taxId: string, code: string | null = null): string {
  const own = code === null ? '' : `\n${foldText(code)}`;
  return `${foldText(fullName)}\n${taxId.toLowerCase()}${own}`;
}

/**
 * The words of a search, all of which must match: as written, or without the spaces, dots and
 * dashes that a tax id may contain.
 */
export function searchWords(text: string): readonly (readonly string[])[] {
  const folded = foldText(text).trim();
  const words = folded.split(/\s+/).filter(Boolean).slice(0, 20);
  const bare = folded.replaceAll(/[\s.-]/g, '');
  return /^[a-z]?\d{5,}[a-z]?$/.test(bare) ? [words, [bare]] : [words];
}

/** A company's fields: those of the service, and those that the office keeps for itself. */
export type CompanyFields = ServiceCompanyFields & CompanyTexts;

/**
 * Field rules of the service specification, part 2.1: a person has name parts, a legal entity has
 * none. An office text that is not given stays as it is in `row`, and a confirmed tax id needs no
 * second confirmation. Throws `tax_id_invalid`, `tax_id_unconfirmed`, `company_name_parts`.
 */
export function toFields(
  { connection }: Pick<Core, 'connection'>,
  input: CompanyInput,
  row: CompanyRow | null = null,
): CompanyFields {
  const { isIndividual, taxId } = input;
  const kept = row === null ? null : textsOfRow(row);
  if (!isValidTaxId(taxId)) {
    const isTaken = takesWrongTaxIds(connection) && hasTaxIdForm(taxId);
    if (!isTaken) throw new ZubiError('tax_id_invalid', { taxId });
    if (taxId !== row?.tax_id && !input.confirmTaxId)
      throw new ZubiError('tax_id_unconfirmed', { taxId });
  }
  const texts = textsOf(isIndividual);
  if (texts.some((name) => companyTexts[name].isRequired && !input[name]))
    throw new ZubiError('company_name_parts');
  return {
    isIndividual,
    fullName: input.fullName,
    taxId,
    territoryId: input.territoryId,
    ...mapTexts((name) => {
      if (isOfficeText(name) && input[name] === undefined) return kept?.[name] ?? null;
      return texts.includes(name) ? (input[name] ?? null) : null;
    }),
  };
}

/** The fields of a stored company. */
export function fieldsOfRow(row: CompanyRow): CompanyFields {
  return {
    isIndividual: row.is_individual === 1,
    fullName: row.full_name,
    taxId: row.tax_id,
    territoryId: row.territory_id,
    ...textsOfRow(row),
  };
}

export function toColumns(fields: CompanyFields, territoryName: string) {
  return {
    is_individual: fields.isIndividual ? (1 as const) : (0 as const),
    full_name: fields.fullName,
    ...columnsOfTexts(fields),
    tax_id: fields.taxId,
    territory_id: fields.territoryId,
    territory_name: territoryName,
    search_text: searchTextOf(fields.fullName, fields.taxId, fields.code),
  };
}

/**
 * A company as the hosts see it. Its key's data come from the row, so that a list opens no vault.
 */
export function toCompany(row: CompanyRow): Company {
  return {
    id: row.id,
    serviceId: row.service_id,
    state: row.state,
    failure: parseFailure(row.failure),
    ...fieldsOfRow(row),
    territoryName: row.territory_name,
    canSubmit: isBizkaia(row.territory_name),
    key: {
      present: row.key_stored === 1,
      last4: row.key_stored === 1 ? row.key_last4 || null : null,
    },
    authorization: row.authorization,
    createdAt: row.created_at,
    archivedAt: row.archived_at,
    notes: row.notes,
    submissions: row.submissions,
    lastSubmissionAt: row.last_submission_at,
  };
}

export function parseFailure(json: string | null): Company['failure'] {
  return json === null ? null : (JSON.parse(json) as Company['failure']);
}

export const serializeFailure = ({ code, details }: CallError): string =>
  JSON.stringify({ code, details });
