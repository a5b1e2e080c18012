import { kindOf } from '../../platform/db/connection-id.ts';
import type { ConnectionAccess } from './connection.ts';

/** Whether the service in force takes tax ids with a wrong check digit; never in production. */
export function takesWrongTaxIds(
  connection: Pick<ConnectionAccess, 'configured' | 'profile'>,
): boolean {
  const { environment } = connection.configured();
  if (environment === 'none' || kindOf(environment) === 'production') return false;
  return connection.profile().requests.wrongCheckDigit === 'asked';
}
