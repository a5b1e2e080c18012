import type { SubmissionState } from '../../../contract/submission.ts';
import type { Core } from '../core.ts';

export function emitChange(core: Core, id: string, state: SubmissionState): void {
  core.emit({ name: 'submission.changed', payload: { id, state } });
}
