import type { Kysely } from 'kysely';
import type { SubmissionsTable, Tables } from '../../platform/db/tables.ts';
import { lastSequence } from '../submissions/public.ts';

/**
 * What a run of the queue may end, and what it may only send. A window ends everything queued. A
 * command ends only what it queued itself. It sends earlier submissions too, but when that fails
 * they stay queued for a window, which waits.
 */
export class QueueOwnership {
  readonly #patient: boolean;
  readonly #left = new Set<string>();
  #before = 0;

  constructor(patient: boolean) {
    this.#patient = patient;
  }

  /** Submissions that exist now are not the run's own. */
  async begin(queries: Kysely<Tables>): Promise<void> {
    this.#before = await lastSequence(queries);
  }

  isOwn({ sequence }: Pick<SubmissionsTable, 'sequence'>): boolean {
    return this.#patient || sequence > this.#before;
  }

  /** Skips the submission's company from now on: later submissions must not overtake it. */
  leave({ company_id }: Pick<SubmissionsTable, 'company_id'>): void {
    this.#left.add(company_id);
  }

  hasLeft(companyId: string): boolean {
    return this.#left.has(companyId);
  }

  /** Ends the skipping on a person's request. */
  takeUpAgain(): void {
    this.#left.clear();
  }
}
