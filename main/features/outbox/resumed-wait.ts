import { type ErrorCode, errorCodes } from '../../../contract/errors.ts';
import type { Core } from '../core.ts';
import type { QueueWait } from './queue-table.ts';
import { maxAskedMs } from './retrying.ts';

/** The service for which a wait counts. */
export interface Service {
  readonly environment: string;
  /** Null for the own sandbox, whose address changes at each start. */
  readonly baseUrl: string | null;
}

export function serviceOf({ connection }: Pick<Core, 'connection'>): Service {
  const { environment, slot } = connection.configured();
  return { environment, baseUrl: slot === null || slot.own ? null : slot.baseUrl };
}

export const isSameService = (one: Service, other: Service): boolean =>
  one.environment === other.environment && one.baseUrl === other.baseUrl;

/** The rest of a wait. A clock set back since does not make it longer than it was. */
export function waitLeft(
  wait: QueueWait | null,
  now: Date,
): { readonly waitMs: number; readonly because: ErrorCode | null } {
  if (wait === null) return { waitMs: 0, because: null };
  const until = Date.parse(wait.until);
  const waitMs = Math.min(until - now.getTime(), until - Date.parse(wait.since), maxAskedMs);
  return { waitMs, because: errorCodes.find((code) => code === wait.because) ?? null };
}
