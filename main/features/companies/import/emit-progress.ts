import type { EventPayload } from '../../../../contract/events.ts';
import type { Core } from '../../core.ts';

type Phase = EventPayload<'import.progressed'>['phase'];

export function emitProgress(
  core: Core,
  fileId: string,
  phase: Phase,
  done: number,
  total: number,
): void {
  core.emit({ name: 'import.progressed', payload: { fileId, phase, done, total } });
}
