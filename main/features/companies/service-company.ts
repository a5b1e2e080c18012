import { ZubiError } from '../../../contract/errors.ts';
import { toTaxId } from '../../../contract/tax-id.ts';
import { Secret } from '../../platform/secrets/secret.ts';
import type { ServiceCompany, ServiceCompanyFields } from '../../service/client-port.ts';
import { isValidTaxId } from '../../validator/tax-id.ts';
import { watchHealth } from '../connection/public.ts';
import type { Core } from '../core.ts';
import {
  type GivenKey,
  type Owner,
  requireKeyIsFree,
  requireServiceIdIsFree,
  requireWholeKey,
} from './keys.ts';

/**
 * The key of a company that the service has: the given one, or else the service's. Nothing is
 * stored. Throws what `requestKey` throws, and `company_exists` or `company_key_taken` when another
 * company here has the identifier or the key.
 */
export async function obtainKey(
  core: Core,
  owner: Owner,
  fields: ServiceCompanyFields,
  { serviceId, apiKey }: { readonly serviceId: string; readonly apiKey?: string | undefined },
): Promise<GivenKey> {
  const { keyNames } = await core.connection.activeFor(owner.environment);
  await requireServiceIdIsFree(core, serviceId, owner);
  const key =
    apiKey === undefined
      ? await requestKey(core, owner, serviceId, fields)
      : { apiKey: new Secret(apiKey), keyNames };
  requireWholeKey(key.apiKey);
  await requireKeyIsFree(core, key.apiKey, owner);
  return key;
}

/**
 * Updates the company with this identifier in the service, which returns its key (specification,
 * 2.1). Throws `company_exists` when another company has the tax id, `company_not_in_service` when
 * none has the identifier, `company_other_in_service` when the answer is about another company:
 * nothing of that answer is used; `company_elsewhere` when another connection is in force.
 */
export async function requestKey(
  core: Core,
  { environment }: Owner,
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
export function requireSameTaxId(
  { taxId: told, serviceId }: Pick<ServiceCompany, 'taxId' | 'serviceId'>,
  taxId: string,
): void {
  if (told === null || toTaxId(told) === taxId.toUpperCase()) return;
  throw new ZubiError('company_other_in_service', { taxId, told, serviceId });
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
