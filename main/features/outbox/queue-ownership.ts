import { lastSubmission } from '../../platform/db/chain-rows.ts';
import type { Queries, SubmissionsTable } from '../../platform/db/tables.ts';

/**
 * What a run of the queue may end, and what it may only send. A window ends everything queued. A
 * command ends only what it queued itself. It sends earlier submissions too, but when that fails
 * they stay queued for a window, which waits.
 */
export class QueueOwnership {
  /** Whether this is a window's queue: it waits, and nobody else takes up what it leaves. */
  readonly isPatient: boolean;
  #before = 0;

  constructor(isPatient: boolean) {
    this.isPatient = isPatient;
  }

  /** Submissions that exist now are not the run's own. */
  async begin(queries: Queries): Promise<void> {
    this.#before = await lastSubmission(queries);
  }

  isOwn({ sequence }: Pick<SubmissionsTable, 'sequence'>): boolean {
    return this.isPatient || sequence > this.#before;
  }
}
