import type { AppEvent, EventName } from '../../contract/events.ts';

// The contract's list is beside its schemas, whose library makes code from text: the window's
// policy forbids that.
const eventNames: Readonly<Record<EventName, true>> = {
  'worklist.changed': true,
  'submission.changed': true,
  'queue.changed': true,
  'batch.ended': true,
  'watching.changed': true,
  'companies.changed': true,
  'import.progressed': true,
  'job.progressed': true,
  'authorization.changed': true,
  'connection.changed': true,
  'settings.changed': true,
  'backup.changed': true,
  'history.replaced': true,
  'schemas.changed': true,
  'updates.changed': true,
};

/** Splits a stream of text into lines, keeping an unfinished one for the next piece. */
export function createLineSplitter(onLine: (line: string) => void): (piece: string) => void {
  let rest = '';
  return (piece) => {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') onLine(line);
  };
}

/** An event of the core; null for anything else (a heartbeat, an event of a newer core). */
export function parseEvent(line: string): AppEvent | null {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null || !('name' in value) || !('payload' in value))
      return null;
    const known = typeof value.name === 'string' && Object.hasOwn(eventNames, value.name);
    return known ? (value as AppEvent) : null;
  } catch {
    return null;
  }
}

/** The waits between attempts to reach a lost host. */
export const reconnectWaits = { firstMs: 250, maxMs: 8000 };
