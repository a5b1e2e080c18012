import { dayOf } from '../../../contract/formats.ts';
import type { CompanyObstacle } from '../../../contract/worklist.ts';
import { authorizationFault } from '../authorizations/public.ts';
import { emptyFields, isBizkaia } from '../connection/public.ts';
import type { Core } from '../core.ts';
import type { WorklistRow } from './worklist-rows.ts';

/** Why nothing can be sent for a file's company: the first reason of those sending refuses with. */
export function obstacleOf(core: Core, row: WorklistRow): CompanyObstacle | null {
  const { company_id, company_territory: territoryName, company_authorization: state } = row;
  if (company_id === null || territoryName === null || state === null) return null;
  if (!isBizkaia(territoryName)) return 'company_outside_bizkaia';
  if (row.company_archived_at !== null) return 'company_archived';
  if (row.company_key_stored !== 1) return 'company_without_key';
  const garante = core.connection.configured().slot?.softwareGarante ?? null;
  // Until the office has said so, nobody knows whether authorizations are needed.
  if (emptyFields(garante).length > 0) return null;
  return authorizationFault({
    holdsSoftwareGarante: garante?.holds === true,
    territoryName,
    state,
    isOpen: row.authorization_open_as !== null,
    expiresOn: row.authorization_expires_on,
    today: dayOf(core.clock()),
  });
}
