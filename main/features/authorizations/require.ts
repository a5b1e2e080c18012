import { ZubiError } from '../../../contract/errors.ts';
import { dayOf } from '../../../contract/formats.ts';
import type { ActiveConnection } from '../connection/public.ts';
import type { Core } from '../core.ts';
import type { Departure } from './departures.ts';
import { authorizationFault } from './gate.ts';
import { requireRow } from './present.ts';

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
  core: Core,
  connection: Pick<ActiveConnection, 'softwareGarante'>,
  {
    company,
    standing,
  }: {
    readonly company: Omit<
      Departure['company'],
      'is_individual' | 'first_name' | 'last_name_1' | 'last_name_2'
    >;
    readonly standing: Departure['standing'];
  },
): void {
  const expiresOn = standing?.expires_on ?? null;
  const fault = authorizationFault({
    holdsSoftwareGarante: connection.softwareGarante?.holds === true,
    territoryName: company.territory_name,
    state: company.authorization,
    isOpen: standing?.open_as != null,
    expiresOn,
    today: dayOf(core.clock()),
  });
  if (fault === null) return;
  const { id: companyId, tax_id: taxId, full_name: name, authorization: state } = company;
  throw new ZubiError(fault, { companyId, taxId, name, state, expiresOn });
}
