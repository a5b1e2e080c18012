import type { SoftwareGarante } from '../../../contract/connection.ts';
import { type ErrorCode, ZubiError } from '../../../contract/errors.ts';
import { dayOf } from '../../../contract/formats.ts';
import { needsAuthorization } from '../../../contract/territory.ts';
import type { CompanyObstacle } from '../../../contract/worklist.ts';
import { type ActiveConnection, emptyFields, isBizkaia } from '../connection/public.ts';
import type { Core } from '../core.ts';
import { type AuthorizationRow, requireRow } from './authorizations-table.ts';

/** What decides whether a company's submissions may be sent. */
type Gate = Pick<AuthorizationRow, 'territory_name' | 'authorization' | 'open_as' | 'expires_on'>;

/** Why submissions may not be sent, or null (service specification, part 3, rule 1). */
export function authorizationFault(
  garante: Pick<SoftwareGarante, 'holds'> | null,
  company: Gate,
  today: string,
): Extract<
  ErrorCode,
  'authorization_required' | 'authorization_unresolved' | 'authorization_expired'
> | null {
  const { authorization, open_as, expires_on } = company;
  if (!needsAuthorization(garante, company.territory_name)) return null;
  if (authorization !== 'approved') return 'authorization_required';
  // The answer of an upload was lost: the service may review anew. Under way, the queue waits.
  if (open_as === 'unknown') return 'authorization_unresolved';
  return expires_on !== null && expires_on < today ? 'authorization_expired' : null;
}

/** Why nothing can be sent for a company: the first reason with which sending refuses. */
export function companyObstacles({ connection, clock }: Pick<Core, 'connection' | 'clock'>) {
  const garante = connection.configured().slot?.softwareGarante ?? null;
  const today = dayOf(clock());
  return (
    company: Gate & Pick<AuthorizationRow, 'archived_at' | 'key_stored'>,
  ): CompanyObstacle | null => {
    if (!isBizkaia(company.territory_name)) return 'company_outside_bizkaia';
    if (company.archived_at !== null) return 'company_archived';
    if (company.key_stored !== 1) return 'company_without_key';
    // Until the office has entered its status, the need for authorizations is unknown.
    if (emptyFields(garante).length > 0) return null;
    return authorizationFault(garante, company, today);
  };
}

/**
 * Called before a submission is queued and again before it is sent: a new document may have been
 * uploaded in between. Throws `authorization_required`, `authorization_unresolved` or
 * `authorization_expired`.
 */
export async function requireAuthorization(
  core: Core,
  connection: Pick<ActiveConnection, 'softwareGarante'>,
  companyId: string,
): Promise<void> {
  refuseUnauthorized(core, connection, await requireRow(core.store.queries, companyId));
}

/** The same check for a company already read. */
export function refuseUnauthorized(
  { clock }: Pick<Core, 'clock'>,
  { softwareGarante }: Pick<ActiveConnection, 'softwareGarante'>,
  company: Gate & Pick<AuthorizationRow, 'id' | 'tax_id' | 'full_name'>,
): void {
  const fault = authorizationFault(softwareGarante, company, dayOf(clock()));
  if (fault === null) return;
  const { id: companyId, tax_id: taxId, full_name: name, authorization: state } = company;
  throw new ZubiError(fault, { companyId, taxId, name, state, expiresOn: company.expires_on });
}
