import type { AppEvent } from '../../../contract/events.ts';
import type { Core } from '../core.ts';
import type { Outbox } from './outbox.ts';

/**
 * Keys that were unlocked and a connection that was changed, or works again, may be what the queue
 * stood still for.
 */
export function wakeWhenRestored(event: AppEvent, core: Core, outbox: Outbox): void {
  if (event.name !== 'connection.changed' && event.name !== 'settings.changed') return;
  outbox.noteService();
  if (core.connection.health() !== 'failing') outbox.restored();
}
