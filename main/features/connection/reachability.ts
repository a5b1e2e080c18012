import { type ErrorCode, ZubiError } from '../../../contract/errors.ts';
import type { ActiveConnection } from './connection.ts';

/** Errors that mean the service was not reached, or cannot be used. */
export const connectionErrorCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'connection_refused',
  'connection_dns',
  'connection_tls',
  'connection_proxy',
  'connection_timeout',
  'connection_lost',
  'service_unavailable',
  'service_unauthorized',
]);

/** Runs a call to the service and notes whether the service was reached. */
export async function watchHealth<Value>(
  { noteHealth }: Pick<ActiveConnection, 'noteHealth'>,
  call: () => Promise<Value>,
): Promise<Value> {
  try {
    const value = await call();
    noteHealth(true);
    return value;
  } catch (error) {
    if (error instanceof ZubiError) noteHealth(!connectionErrorCodes.has(error.code));
    throw error;
  }
}
