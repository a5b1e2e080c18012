import type { AppEvent } from '../../../contract/events.ts';
import type { Core } from '../core.ts';
import type { Outbox } from './outbox.ts';

/** The queue may have waited for unlocked keys, or for a changed or restored connection. */
export function wakeWhenRestored(event: AppEvent, core: Core, outbox: Outbox): void {
  outbox.asking.noted(event);
  if (event.name !== 'connection.changed' && event.name !== 'settings.changed') return;
  outbox.noteService();
  if (core.connection.health() !== 'failing') outbox.restored();
}
