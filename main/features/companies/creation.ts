import type { CompanyCreation } from '../../../contract/company.ts';
import { type CallError, ZubiError } from '../../../contract/errors.ts';
import { toCallError } from '../../platform/call-error.ts';
import type { ConnectionId } from '../../platform/db/connection-id.ts';
import { isUniqueFault } from '../../platform/db/errors.ts';
import { keepWriting } from '../../platform/keep-writing.ts';
import { Secret } from '../../platform/secrets/secret.ts';
import type { ServiceCompany, ServiceCompanyFields } from '../../service/client-port.ts';
import { isValidTaxId } from '../../validator/tax-id.ts';
import { forgetAnswer, requireTerritory, watchHealth } from '../connection/public.ts';
import type { Core } from '../core.ts';
import {
  type CompanyRow,
  findCompanyByTaxId,
  insertCompany,
  moveCompany,
  type NewCompany,
  removeCompany,
} from './companies-table.ts';
import { serializeFailure, toColumns, toFields } from './company-row.ts';
import { type GivenKey, requireKeyIsFree, requireServiceIdIsFree, storeKey } from './keys.ts';

/**
 * The end of an attempt to create a company in the service. `keyless`: the service has the company
 * and gave its identifier, but no key.
 */
export type CreationEnd =
  | { readonly kind: 'created' }
  | { readonly kind: 'keyless' | 'refused' | 'unknown'; readonly error: CallError };

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
  await requireKeyIsFree(core, key.apiKey, row);
  await insertOnce(core, { ...row, service_id: known.serviceId, state: 'registered' });
  await storeKey(core, row.id, key);
}

/**
 * Updates the company with this identifier in the service, which returns its key (specification,
 * 2.1). Throws `company_exists` when another company has the tax id, `company_not_in_service` when
 * none has the identifier, `company_other_in_service` when the answer is about another company:
 * nothing of that answer is used; `company_elsewhere` when another connection is in force.
 */
export async function requestKey(
  core: Core,
  { environment }: Pick<CompanyRow, 'environment'>,
  serviceId: string,
  fields: ServiceCompanyFields,
): Promise<ServiceCompany & GivenKey> {
  const connection = await core.connection.activeFor(environment);
  const { client, keyNames } = connection;
  using userKey = await core.connection.userKey();
  try {
    const saved = await watchHealth(connection, () =>
      client.updateCompany(userKey, serviceId, fields),
    );
    if (saved.serviceId !== serviceId)
      throw new ZubiError('answer_not_understood', { reason: 'id' });
    requireSameTaxId(saved, fields.taxId);
    return { ...saved, keyNames };
  } catch (error) {
    if (error instanceof ZubiError && error.code === 'service_not_found') {
      throw new ZubiError('company_not_in_service', { serviceId }, { cause: error });
    }
    throw toCompanyExists(core, error, fields.taxId);
  }
}

/** The service cannot be asked for the owner of an identifier. Only this answer shows it. */
function requireSameTaxId(
  { taxId: told, serviceId }: Pick<ServiceCompany, 'taxId' | 'serviceId'>,
  taxId: string,
): void {
  if (told === null || told.replaceAll(/[\s.-]/g, '').toUpperCase() === taxId.toUpperCase()) return;
  throw new ZubiError('company_other_in_service', { taxId, told, serviceId });
}

async function insertOnce(core: Core, row: NewCompany): Promise<void> {
  try {
    await insertCompany(core.store.queries, row);
  } catch (error) {
    if (!isUniqueFault(error)) throw error;
    throw new ZubiError('company_exists', { taxId: row.tax_id, where: 'here' }, { cause: error });
  }
}

/**
 * Creates a company in state `creating` in the service, and stores how it ended. Throws only errors
 * that do not concern the company (a full disk): the end is stored once there is room.
 */
export async function sendCreation(
  core: Core,
  row: Row,
  fields: ServiceCompanyFields,
): Promise<CreationEnd> {
  const settle = await callService(core, row, fields);
  const write = async () => {
    const end = await settle();
    if (end.kind === 'created' || end.kind === 'keyless') return end;
    const state = end.kind === 'refused' ? 'draft' : 'creation_unknown';
    const failure = serializeFailure(end.error);
    await moveCompany(core.store.queries, row.id, ['creating'], { state, failure });
    return end;
  };
  return keepWriting(write, () => core.emit({ name: 'companies.changed', payload: {} }));
}

type Row = Pick<CompanyRow, 'id' | 'environment'>;

/** Calls the service; returns what stores its answer. */
async function callService(
  core: Core,
  row: Row,
  fields: ServiceCompanyFields,
): Promise<() => Promise<CreationEnd>> {
  try {
    const connection = await core.connection.activeFor(row.environment);
    const { client, environment, keyNames } = connection;
    using userKey = await core.connection.userKey();
    const place = { environment, call: 'createCompany', tax_id: fields.taxId } as const;
    await forgetAnswer(core.store.queries, place);
    const company = await watchHealth(connection, () => client.createCompany(userKey, fields));
    return () => keepCreated(core, { row, fields }, { ...company, keyNames });
  } catch (error) {
    return () => settleFailure(core, row, fields, error);
  }
}

/**
 * Writes the identifier before the key: with it, a key that could not be sealed can be requested
 * again.
 */
export async function keepCreated(
  core: Core,
  { row, fields }: { readonly row: Row; readonly fields: ServiceCompanyFields },
  created: ServiceCompany & GivenKey,
): Promise<CreationEnd> {
  try {
    requireSameTaxId(created, fields.taxId);
    await requireServiceIdIsFree(core, created.serviceId, row);
    await requireKeyIsFree(core, created.apiKey, row);
  } catch (error) {
    // The answer holds data of another company, so nothing of it is used.
    return { kind: 'unknown', error: toCallError(error) };
  }
  const { serviceId, territoryName } = created;
  if (!(await writeRegistered(core, row.id, serviceId, territoryName))) return overtaken(row);
  try {
    await storeKey(core, row.id, created);
  } catch (error) {
    return keyless(row, fields, { serviceId, cause: toCallError(error).code });
  }
  return { kind: 'created' };
}

/** A person decided about the company, or removed it, during the call. */
const overtaken = ({ id }: Row): CreationEnd => ({
  kind: 'unknown',
  error: { code: 'company_state', details: { id } },
});

/** The company is there, and its key can be requested again. */
function keyless(
  { id }: Row,
  { taxId, fullName: name }: ServiceCompanyFields,
  details: { readonly serviceId: string; readonly cause?: string },
): CreationEnd {
  const told = { id, taxId, name, ...details };
  return { kind: 'keyless', error: { code: 'company_created_keyless', details: told } };
}

async function settleFailure(
  core: Core,
  row: Row,
  fields: ServiceCompanyFields,
  error: unknown,
): Promise<CreationEnd> {
  const told = toCallError(toCompanyExists(core, error, fields.taxId));
  const { serviceId, taxId } = told.details;
  if (typeof serviceId !== 'string')
    return { kind: mayHaveArrived(error) ? 'unknown' : 'refused', error: told };
  try {
    requireSameTaxId({ taxId: typeof taxId === 'string' ? taxId : null, serviceId }, fields.taxId);
    await requireServiceIdIsFree(core, serviceId, row);
    const isWritten = await writeRegistered(core, row.id, serviceId, null);
    return isWritten ? keyless(row, fields, { serviceId }) : overtaken(row);
  } catch (taken) {
    return { kind: 'unknown', error: toCallError(taken) };
  }
}

/** False when a person has decided or removed the company meanwhile. */
async function writeRegistered(
  core: Core,
  id: string,
  serviceId: string,
  territoryName: string | null,
): Promise<boolean> {
  return moveCompany(core.store.queries, id, ['creating', 'creation_unknown'], {
    state: 'registered' as const,
    service_id: serviceId,
    failure: null,
    ...(territoryName === null ? {} : { territory_name: territoryName }),
  });
}

/**
 * A conflict means that another company of the intermediary has the tax id (specification, 7.3).
 */
export function toCompanyExists(core: Core, error: unknown, taxId: string): unknown {
  if (!(error instanceof ZubiError) || !isTaxIdTaken(core, error, taxId)) return error;
  return new ZubiError(
    'company_exists',
    { ...error.details, taxId, where: 'service' },
    { cause: error },
  );
}

/**
 * The service says so with a conflict (409), or with a fault of the tax id alone (422) whose check
 * digit is right.
 */
function isTaxIdTaken(core: Core, { code, details }: ZubiError, taxId: string): boolean {
  if (code === 'service_conflict') return true;
  const { status, fields } = details;
  const names = typeof fields === 'object' && fields !== null ? Object.keys(fields) : [];
  const path = core.connection.profile().requests.company.taxId;
  if (status !== 422 || !isValidTaxId(taxId)) return false;
  return names.length === 1 && [path, path.split('.').at(-1)].includes(names[0]);
}

function mayHaveArrived(error: unknown): boolean {
  if (!(error instanceof ZubiError)) return true;
  return error.details.delivered === 'unknown' || error.code === 'answer_not_understood';
}
