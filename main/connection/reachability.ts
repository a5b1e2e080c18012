import type { ErrorCode } from '../../contract/errors.ts';

/** Failures that mean the service was not reached, or could not be spoken to. */
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
