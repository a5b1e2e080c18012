import { type CallError, ZubiError } from '../../../contract/errors.ts';
import { toCallError } from '../../platform/call-error.ts';
import { keepWriting } from '../../platform/keep-writing.ts';
import type { ServiceCompany, ServiceCompanyFields } from '../../service/client-port.ts';
import { forgetAnswer, knownTerritoryName, watchHealth } from '../connection/public.ts';
import type { Core } from '../core.ts';
import { type CompanyChange, updateCompany } from './companies-table.ts';
import { serializeFailure } from './company-row.ts';
import {
  type GivenKey,
  type Owner,
  requireKeyIsFree,
  requireServiceIdIsFree,
  storeKey,
} from './keys.ts';
import { requireSameTaxId, toCompanyExists } from './service-company.ts';

/**
 * The end of an attempt to create a company in the service. `keyless`: the service has the company
 * and gave its identifier, but no key.
 */
export type CreationEnd =
  | { readonly kind: 'created' }
  | { readonly kind: 'keyless' | 'refused' | 'unknown'; readonly error: CallError };

/**
 * Creates a company in state `creating` in the service, and stores how it ended. Throws only errors
 * that do not concern the company (a full disk): the end is stored once there is room.
 */
export async function sendCreation(
  core: Core,
  row: Owner,
  fields: ServiceCompanyFields,
): Promise<CreationEnd> {
  const settle = await callService(core, row, fields);
  const write = async () => {
    const end = await settle();
    if (end.kind === 'created' || end.kind === 'keyless') return end;
    const state = end.kind === 'refused' ? 'draft' : 'creation_unknown';
    const failure = serializeFailure(end.error);
    await updateCompany(core.store.queries, row.id, { state, failure }, ['creating']);
    return end;
  };
  return keepWriting(write, () => core.emit({ name: 'companies.changed', payload: {} }));
}

/** Calls the service; returns what stores its answer. */
async function callService(
  core: Core,
  row: Owner,
  fields: ServiceCompanyFields,
): Promise<() => Promise<CreationEnd>> {
  try {
    const connection = await core.connection.activeFor(row.environment);
    const { client, environment, keyNames } = connection;
    using userKey = await core.connection.userKey();
    const place = { environment, call: 'createCompany', tax_id: fields.taxId } as const;
    await forgetAnswer(core.store.queries, place);
    const company = await watchHealth(connection, () => client.createCompany(userKey, fields));
    const key = { apiKey: company.apiKey, keyNames };
    return () => keepCreated(core, { row, fields }, { created: company, key });
  } catch (error) {
    return () => settleFailure(core, row, fields, error);
  }
}

/** What an answer says of a new company. */
type Created = Pick<ServiceCompany, 'serviceId' | 'taxId' | 'territoryName'>;

/**
 * Writes the identifier before the key: with it, a key that could not be sealed, or that the
 * service did not give (`key` null), can be requested again.
 */
export async function keepCreated(
  core: Core,
  { row, fields }: { readonly row: Owner; readonly fields: ServiceCompanyFields },
  { created, key }: { readonly created: Created; readonly key: GivenKey | null },
): Promise<CreationEnd> {
  const { serviceId } = created;
  try {
    requireSameTaxId(created, fields.taxId);
    await requireServiceIdIsFree(core, serviceId, row);
    if (key) await requireKeyIsFree(core, key.apiKey, row);
  } catch (error) {
    // The answer holds data of another company, so nothing of it is used.
    return { kind: 'unknown', error: toCallError(error) };
  }
  const territory = await knownTerritoryName(core, row.environment, created.territoryName);
  const change: CompanyChange = { state: 'registered', service_id: serviceId, failure: null };
  if (territory !== null) change.territory_name = territory;
  const from = ['creating', 'creation_unknown'] as const;
  if (!(await updateCompany(core.store.queries, row.id, change, from))) return overtaken(row);
  if (key === null) return keyless(row, fields, { serviceId });
  try {
    await storeKey(core, row.id, key);
  } catch (error) {
    return keyless(row, fields, { serviceId, cause: toCallError(error).code });
  }
  return { kind: 'created' };
}

/** A person decided about the company, or removed it, during the call. */
const overtaken = ({ id }: Owner): CreationEnd => ({
  kind: 'unknown',
  error: { code: 'company_state', details: { id } },
});

/** The company is there, and its key can be requested again. */
function keyless(
  { id }: Owner,
  { taxId, fullName: name }: ServiceCompanyFields,
  details: { readonly serviceId: string; readonly cause?: string },
): CreationEnd {
  const told = { id, taxId, name, ...details };
  return { kind: 'keyless', error: { code: 'company_created_keyless', details: told } };
}

async function settleFailure(
  core: Core,
  row: Owner,
  fields: ServiceCompanyFields,
  error: unknown,
): Promise<CreationEnd> {
  const told = toCallError(toCompanyExists(core, error, fields.taxId));
  const { serviceId, taxId } = told.details;
  if (typeof serviceId !== 'string')
    return { kind: mayHaveArrived(error) ? 'unknown' : 'refused', error: told };
  const ownTaxId = typeof taxId === 'string' ? taxId : null;
  const created = { serviceId, taxId: ownTaxId, territoryName: null };
  return keepCreated(core, { row, fields }, { created, key: null });
}

function mayHaveArrived(error: unknown): boolean {
  if (!(error instanceof ZubiError)) return true;
  return error.details.delivered === 'unknown' || error.code === 'answer_not_understood';
}
