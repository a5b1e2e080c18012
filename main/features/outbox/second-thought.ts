import { kindOf } from '../../platform/db/connection-id.ts';
import type { ActiveConnection } from '../connection/public.ts';
import type { Outbox } from './outbox.ts';

/** In production what was just sent can still be stopped for so long. */
const secondThoughtMs = 5000;

/** Lets what was queued leave: at once, or in production after a second thought. */
export function letLeave(outbox: Outbox, { environment }: ActiveConnection): void {
  if (kindOf(environment) === 'production') outbox.holdOff(secondThoughtMs);
  outbox.hurry();
}
