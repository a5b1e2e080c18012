import type { CompanyCreation } from '../../../contract/company.ts';
import { ZubiError } from '../../../contract/errors.ts';
import type { ConnectionId } from '../../platform/db/connection-id.ts';
import { isUniqueFault } from '../../platform/db/errors.ts';
import { Secret } from '../../platform/secrets/secret.ts';
import type { ServiceCompanyFields } from '../../service/client-port.ts';
import { requireTerritory } from '../connection/public.ts';
import type { Core } from '../core.ts';
import {
  findCompanyByTaxId,
  insertCompany,
  type NewCompany,
  removeCompany,
} from './companies-table.ts';
import { toColumns, toFields } from './company-row.ts';
import { sendCreation } from './creation-call.ts';
import {
  type GivenKey,
  requireKeyIsFree,
  requireServiceIdIsFree,
  requireWholeKey,
  storeKey,
} from './keys.ts';
import { requestKey } from './service-company.ts';

/** Creates a company in the service, or takes it from there; returns its identifier here. */
export async function addCompany(core: Core, input: CompanyCreation): Promise<string> {
  const { environment, keyNames } = await core.connection.active();
  if (input.apiKey !== undefined && input.serviceId === undefined) {
    throw new ZubiError('invalid_input', { fields: ['serviceId: required'] });
  }
  const fields = toFields(core, input);
  const territoryName = await requireTerritory(core, fields.territoryId);
  await requireTaxIdIsFree(core, environment, fields.taxId, null);
  const row: NewCompany = {
    id: core.newId(),
    service_id: null,
    environment,
    ...toColumns(fields, territoryName),
    authorization: 'none',
    created_at: core.clock().toISOString(),
  };
  if (input.serviceId === undefined) await createNew(core, row, fields);
  else {
    const apiKey = input.apiKey === undefined ? null : new Secret(input.apiKey);
    const given = apiKey && { apiKey, keyNames };
    await attachNew(core, row, fields, { serviceId: input.serviceId, given });
  }
  return row.id;
}

/** Throws `company_exists` when another company of this environment has the tax id. */
export async function requireTaxIdIsFree(
  core: Core,
  environment: ConnectionId,
  taxId: string,
  ownId: string | null,
): Promise<void> {
  const other = await findCompanyByTaxId(core.store.queries, environment, taxId);
  if (!other || other.id === ownId) return;
  throw new ZubiError('company_exists', {
    taxId,
    name: other.full_name,
    id: other.id,
    where: 'here',
  });
}

/**
 * Writes the row before the call and removes it only when the service surely did not get it. So a
 * creation whose answer was lost leaves a row and is not repeated blindly.
 */
async function createNew(core: Core, row: NewCompany, fields: ServiceCompanyFields): Promise<void> {
  (await core.connection.userKey()).wipe();
  await insertOnce(core, { ...row, state: 'creating' });
  const end = await sendCreation(core, row, fields);
  if (end.kind === 'created') return;
  if (end.kind === 'refused') await removeCompany(core.store.queries, row.id, 'draft');
  if (end.kind !== 'unknown') throw new ZubiError(end.error);
  const told = { id: row.id, taxId: row.tax_id, name: row.full_name, cause: end.error.code };
  throw new ZubiError('company_creation_unknown', told);
}

/** Adds a company that the service already has. Stores nothing until its key is known. */
async function attachNew(
  core: Core,
  row: NewCompany,
  fields: ServiceCompanyFields,
  known: { readonly serviceId: string; readonly given: GivenKey | null },
): Promise<void> {
  await requireServiceIdIsFree(core, known.serviceId, row);
  const key = known.given ?? (await requestKey(core, row, known.serviceId, fields));
  requireWholeKey(key.apiKey);
  await requireKeyIsFree(core, key.apiKey, row);
  await insertOnce(core, { ...row, service_id: known.serviceId, state: 'registered' });
  await storeKey(core, row.id, key);
}

async function insertOnce(core: Core, row: NewCompany): Promise<void> {
  try {
    await insertCompany(core.store.queries, row);
  } catch (error) {
    if (!isUniqueFault(error)) throw error;
    throw new ZubiError('company_exists', { taxId: row.tax_id, where: 'here' }, { cause: error });
  }
}
