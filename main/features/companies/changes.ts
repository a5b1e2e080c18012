import type { CompanyInput } from '../../../contract/company.ts';
import {
  columnsOfTexts,
  companyTextNames,
  officeTexts,
  textsOfRow,
} from '../../../contract/company-texts.ts';
import { ZubiError } from '../../../contract/errors.ts';
import { isConstraintFault } from '../../platform/db/errors.ts';
import type { Secret } from '../../platform/secrets/secret.ts';
import { companyKeyNames, knownTerritoryName, requireTerritory } from '../connection/public.ts';
import type { Core } from '../core.ts';
import {
  type CompanyChange,
  type CompanyRow,
  removeCompany,
  updateCompany,
} from './companies-table.ts';
import {
  type CompanyFields,
  fieldsOfRow,
  requireCompany,
  searchTextOf,
  toColumns,
  toFields,
} from './company-row.ts';
import { type GivenKey, requireKeyIsFree, requireTaxIdIsFree, storeKey } from './keys.ts';
import { obtainKey, requestKey } from './service-company.ts';

/**
 * Changes a company. A registered company changes in the service first, and its key is stored where
 * it was lost. A draft, and what the service has no field for, changes only here.
 */
export async function changeCompany(core: Core, id: string, input: CompanyInput): Promise<void> {
  const row = await requireCompany(core, id);
  const fields = toFields(core, input, row);
  if (row.state === 'creating' || row.state === 'creation_unknown') throw wrongState(row);
  if (concernsOfficeOnly(core, fieldsOfRow(row), fields)) {
    const search_text = searchTextOf(fields.fullName, fields.taxId, fields.code);
    await updateCompany(core.store.queries, id, { ...columnsOfTexts(fields), search_text });
    return;
  }
  await core.connection.activeFor(row.environment);
  await requireTaxIdIsFree(core, fields.taxId, row);
  const territoryName = await requireTerritory(core, fields.territoryId);
  if (row.state === 'draft') {
    await changeAsRead(core, row, { ...toColumns(fields, territoryName), failure: null });
    return;
  }
  const saved = await saveInService(core, row, fields, territoryName);
  // An update leaves the key as it is: an answer with another one, or a masked one, is no reason.
  using stored = await core.vault.get(saved.keyNames.company(id)).catch(() => null);
  if (stored === null) await storeKey(core, id, saved);
}

/** Whether two differ, and only in texts that the service in force has no field for. */
function concernsOfficeOnly(core: Core, one: CompanyFields, other: CompanyFields): boolean {
  const { company } = core.connection.profile().requests;
  const names = [
    ...(['isIndividual', 'fullName', 'taxId', 'territoryId'] as const),
    ...companyTextNames,
  ].filter((name) => one[name] !== other[name]);
  const isOurs = (name: (typeof names)[number]) =>
    officeTexts.some((text) => text === name && company[text] === null);
  return names.length > 0 && names.every(isOurs);
}

/** Gets a lost key back: the service returns it when a known company is updated. */
export async function recoverKey(core: Core, id: string): Promise<void> {
  const row = await requireCompany(core, id);
  const saved = await saveInService(core, row, fieldsOfRow(row), row.territory_name);
  await storeKey(core, row.id, saved);
}

async function saveInService(
  core: Core,
  row: CompanyRow,
  fields: CompanyFields,
  territoryName: string,
): Promise<GivenKey> {
  if (row.state !== 'registered' || row.service_id === null) throw wrongState(row);
  const saved = await requestKey(core, row, row.service_id, fields);
  await requireKeyIsFree(core, saved.apiKey, row);
  const written = { ...fields, ...(await textsChangedMeanwhile(core, row, fields)) };
  const told = await knownTerritoryName(core, row.environment, saved.territoryName);
  await updateCompany(core.store.queries, row.id, toColumns(written, told ?? territoryName));
  return saved;
}

/** Office texts that a person changed while the service answered, and that this call leaves. */
async function textsChangedMeanwhile(core: Core, row: CompanyRow, fields: CompanyFields) {
  const before = textsOfRow(row);
  const now = textsOfRow(await requireCompany(core, row.id));
  const left = officeTexts.filter((name) => fields[name] === before[name]);
  return Object.fromEntries(left.map((name) => [name, now[name]]));
}

/** A person's decision about a creation whose answer was lost. */
type Reconciliation =
  | { readonly serviceId: string; readonly apiKey?: string | undefined }
  | { readonly decision: 'not_created' | 'draft' };

/** Returns false when the company was removed. */
export async function reconcile(core: Core, id: string, decided: Reconciliation): Promise<boolean> {
  const row = await requireCompany(core, id);
  if ('serviceId' in decided) {
    await reconcileWithService(core, row, decided);
    return true;
  }
  if (row.state !== 'creation_unknown') throw wrongState(row);
  if (decided.decision === 'not_created') {
    await removeWithKeys(core, row);
    return false;
  }
  await changeAsRead(core, row, { state: 'draft', failure: null });
  return true;
}

async function reconcileWithService(
  core: Core,
  row: CompanyRow,
  known: Extract<Reconciliation, { serviceId: string }>,
): Promise<void> {
  const isOpen = row.state === 'creation_unknown' || row.state === 'draft';
  const isKeyless = row.state === 'registered' && row.key_stored === 0;
  if (!isOpen && !isKeyless) throw wrongState(row);
  const key = await obtainKey(core, row, fieldsOfRow(row), known);
  const change = { state: 'registered', service_id: known.serviceId, failure: null } as const;
  await changeAsRead(core, row, change);
  await storeKey(core, row.id, key);
}

/** Changes a company that is still in the state in which it was read. Throws `company_state`. */
async function changeAsRead(core: Core, row: CompanyRow, change: CompanyChange): Promise<void> {
  if (!(await updateCompany(core.store.queries, row.id, change, [row.state])))
    throw wrongState(row);
}

/** Removes a company without submissions. Throws `company_has_history`, `company_state`. */
export async function removeUnused(core: Core, id: string): Promise<void> {
  const row = await requireCompany(core, id);
  // Only this row prevents a second creation, so a person must first decide about it.
  if (row.state === 'creating' || row.state === 'creation_unknown') throw wrongState(row);
  await removeWithKeys(core, row);
}

async function removeWithKeys(core: Core, row: CompanyRow): Promise<void> {
  const details = { taxId: row.tax_id, name: row.full_name, submissions: row.submissions };
  if (row.submissions > 0) throw new ZubiError('company_has_history', details);
  try {
    if (!(await removeCompany(core.store.queries, row.id, row.state))) throw wrongState(row);
  } catch (error) {
    if (!isConstraintFault(error)) throw error;
    throw new ZubiError('company_has_history', details, { cause: error });
  }
  await core.vault.removeMany(companyKeyNames(core.vault.names(), row.id));
}

/** The company's key, for a person who asks for it. Throws `company_without_key`. */
export async function requireKey(core: Core, id: string): Promise<Secret> {
  const row = await requireCompany(core, id);
  const names = core.connection.keyNames(row.environment);
  const key = names && (await core.vault.get(names.company(id)));
  if (!key) throw new ZubiError('company_without_key', { taxId: row.tax_id, name: row.full_name });
  return key;
}

function wrongState(row: CompanyRow): ZubiError {
  return new ZubiError('company_state', {
    id: row.id,
    taxId: row.tax_id,
    name: row.full_name,
    state: row.state,
  });
}
