import type { Company, CompanyInput } from '../../contract/company.ts';
import { ZubiError } from '../../contract/errors.ts';
import { watchHealth } from '../connection/handlers.ts';
import type { Core, Handlers } from '../core.ts';
import type { ServiceCompanyFields } from '../ports.ts';
import {
  type CompanyRow,
  findCompany,
  findCompanyByTaxId,
  insertCompany,
  listCompanies,
  listTerritories,
  removeCompany,
  updateCompany,
} from '../store/companies.ts';
import { isValidTaxId } from '../ledger/tax-id.ts';
import { isBizkaia } from './territory.ts';

/** Name of a company's key in the vault. */
export const companyKeyName = (companyId: string): string => `company:${companyId}`;

/** Client companies: the local list is the truth, the service has no endpoint that lists them. */
export function companyHandlers(
  core: Core,
): Handlers<'companies.list' | 'companies.get' | 'companies.create' | 'companies.update'> {
  const { queries } = core.store;
  const present = async (id: string): Promise<Company> => toCompany(core, await requireCompany(core, id));
  return {
    'companies.list': async ({ text }) => {
      const { environment } = core.connection.configured();
      if (environment === 'none') return { companies: [] };
      const rows = await listCompanies(queries, environment, text);
      return { companies: await Promise.all(rows.map((row) => toCompany(core, row))) };
    },
    'companies.get': ({ id }) => present(id),
    'companies.create': async (input) => {
      const id = await createCompany(core, input);
      core.emit({ name: 'companies.changed', payload: {} });
      return present(id);
    },
    'companies.update': async ({ id, ...input }) => {
      await changeCompany(core, id, input);
      core.emit({ name: 'companies.changed', payload: {} });
      return present(id);
    },
  };
}

export async function requireCompany(core: Core, id: string): Promise<CompanyRow> {
  const row = await findCompany(core.store.queries, id);
  if (!row) throw new ZubiError('company_unknown', { id });
  return row;
}

/**
 * Creates the company in the service and keeps its key. The row is written before the call and taken out again only when the service surely did not
 * get it, so a creation whose answer was lost leaves its trace instead of being repeated blindly.
 */
async function createCompany(core: Core, input: CompanyInput): Promise<string> {
  const { queries } = core.store;
  const { client, environment } = await core.connection.active();
  const userKey = await core.connection.userKey();
  const fields = toFields(input);
  const territoryName = await requireTerritory(core, fields.territoryId);
  if (await findCompanyByTaxId(queries, environment, fields.taxId)) {
    throw new ZubiError('company_exists', { taxId: fields.taxId });
  }
  const id = core.newId();
  await insertCompany(queries, {
    id,
    service_id: null,
    environment,
    ...toColumns(fields, territoryName),
    authorization: 'none',
    created_at: core.clock().toISOString(),
  });
  try {
    const created = await watchHealth(core, () => client.createCompany(userKey, fields));
    await core.vault.set(companyKeyName(id), created.apiKey);
    await updateCompany(queries, id, {
      service_id: created.serviceId,
      territory_name: created.territoryName ?? territoryName,
    });
  } catch (error) {
    if (!mayHaveArrived(error)) await removeCompany(queries, id);
    throw error;
  }
  return id;
}

/** Changes the company in the service first; the key stays the one it was, and is kept again in case it had been lost. */
async function changeCompany(core: Core, id: string, input: CompanyInput): Promise<void> {
  const row = await requireCompany(core, id);
  if (!row.service_id) throw new ZubiError('company_without_key', { taxId: row.tax_id });
  const { client } = await core.connection.active();
  const userKey = await core.connection.userKey();
  const fields = toFields(input);
  const territoryName = await requireTerritory(core, fields.territoryId);
  const serviceId = row.service_id;
  const saved = await watchHealth(core, () => client.updateCompany(userKey, serviceId, fields));
  await core.vault.set(companyKeyName(id), saved.apiKey);
  await updateCompany(core.store.queries, id, toColumns(fields, saved.territoryName ?? territoryName));
}

function mayHaveArrived(error: unknown): boolean {
  if (!(error instanceof ZubiError)) return true;
  return error.details.delivered === 'unknown' || error.code === 'answer_not_understood';
}

/** Field rules of the service specification, part 2.1: a person has name parts, a legal entity has none. */
function toFields(input: CompanyInput): ServiceCompanyFields {
  const { isIndividual } = input;
  if (!isValidTaxId(input.taxId)) throw new ZubiError('tax_id_invalid', { taxId: input.taxId });
  if (isIndividual && !(input.firstName && input.lastName1)) throw new ZubiError('company_name_parts');
  return {
    isIndividual,
    fullName: input.fullName,
    taxId: input.taxId,
    territoryId: input.territoryId,
    firstName: isIndividual ? (input.firstName ?? null) : null,
    lastName1: isIndividual ? (input.lastName1 ?? null) : null,
    lastName2: isIndividual ? (input.lastName2 ?? null) : null,
  };
}

function toColumns(fields: ServiceCompanyFields, territoryName: string) {
  return {
    is_individual: fields.isIndividual ? (1 as const) : (0 as const),
    full_name: fields.fullName,
    first_name: fields.firstName,
    last_name_1: fields.lastName1,
    last_name_2: fields.lastName2,
    tax_id: fields.taxId,
    territory_id: fields.territoryId,
    territory_name: territoryName,
  };
}

/** The territory's name, asked of the service when it is not known here yet. */
async function requireTerritory(core: Core, territoryId: string): Promise<string> {
  const { environment, client } = await core.connection.active();
  const known = await listTerritories(core.store.queries, environment);
  const found = known.find((territory) => territory.id === territoryId);
  if (found) return found.name;
  const userKey = await core.connection.userKey();
  const fresh = await watchHealth(core, () => client.territories(userKey));
  const name = fresh.find((territory) => territory.id === territoryId)?.name;
  if (name === undefined) throw new ZubiError('territory_unknown', { territoryId });
  return name;
}

async function toCompany(core: Core, row: CompanyRow): Promise<Company> {
  return {
    id: row.id,
    serviceId: row.service_id,
    isIndividual: row.is_individual === 1,
    fullName: row.full_name,
    firstName: row.first_name,
    lastName1: row.last_name_1,
    lastName2: row.last_name_2,
    taxId: row.tax_id,
    territoryId: row.territory_id,
    territoryName: row.territory_name,
    canSubmit: isBizkaia(row.territory_name),
    key: await core.vault.hint(companyKeyName(row.id)),
    authorization: row.authorization,
    createdAt: row.created_at,
    submissions: row.submissions,
    lastSubmissionAt: row.last_submission_at,
  };
}
