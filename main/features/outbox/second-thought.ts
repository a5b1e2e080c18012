import { kindOf } from '../../platform/db/connection-id.ts';
import type { ActiveConnection } from '../connection/public.ts';
import type { Outbox } from './outbox.ts';

/** How long new files can still be stopped in production. */
const secondThoughtMs = 5000;

/** In production nothing new leaves for that time, whatever is sent already. */
export function holdBack(outbox: Outbox, { environment }: ActiveConnection): void {
  if (kindOf(environment) === 'production') outbox.holdOff(secondThoughtMs);
}

/** Starts sending what was queued: at once, or in production after that time. */
export function letLeave(outbox: Outbox, connection: ActiveConnection): void {
  holdBack(outbox, connection);
  outbox.hurry();
}
