import type { CompanyCreation } from '../../../contract/company.ts';
import { ZubiError } from '../../../contract/errors.ts';
import { isUniqueFault } from '../../platform/db/errors.ts';
import type { ServiceCompanyFields } from '../../service/client-port.ts';
import { requireTerritory } from '../connection/public.ts';
import type { Core } from '../core.ts';
import { insertCompanies, type NewCompany, removeCompany } from './companies-table.ts';
import { toColumns, toFields } from './company-row.ts';
import { sendCreation } from './creation-call.ts';
import { requireTaxIdIsFree, storeKey } from './keys.ts';
import { obtainKey } from './service-company.ts';

/** Creates a company in the service, or takes it from there; returns its identifier here. */
export async function addCompany(core: Core, input: CompanyCreation): Promise<string> {
  const { environment } = await core.connection.active();
  const { serviceId, apiKey } = input;
  if (apiKey !== undefined && serviceId === undefined)
    throw new ZubiError('invalid_input', { fields: ['serviceId: required'] });
  const fields = toFields(core, input);
  const territoryName = await requireTerritory(core, fields.territoryId);
  const row: NewCompany = {
    id: core.newId(),
    service_id: null,
    environment,
    ...toColumns(fields, territoryName),
    authorization: 'none',
    created_at: core.clock().toISOString(),
  };
  await requireTaxIdIsFree(core, fields.taxId, row);
  if (serviceId === undefined) await createNew(core, row, fields);
  else {
    // Nothing is stored until the key is known.
    const key = await obtainKey(core, row, fields, { serviceId, apiKey });
    await insertOnce(core, { ...row, service_id: serviceId, state: 'registered' });
    await storeKey(core, row.id, key);
  }
  return row.id;
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

async function insertOnce(core: Core, row: NewCompany): Promise<void> {
  try {
    await insertCompanies(core.store.queries, [row]);
  } catch (error) {
    if (!isUniqueFault(error)) throw error;
    throw new ZubiError('company_exists', { taxId: row.tax_id, where: 'here' }, { cause: error });
  }
}
