import type { Kysely } from 'kysely';
import type { SubmissionsTable, Tables } from '../../platform/db/tables.ts';
import { lastSequence } from '../submissions/public.ts';

/**
 * What a run of the queue may end, and what it only may send. A window sees to all that is queued.
 * A command sees to what it queued itself: what was queued before it goes along as long as it goes,
 * and where it does not it stays queued for a window, which waits.
 */
export class QueueOwnership {
  readonly #patient: boolean;
  readonly #left = new Set<string>();
  #before = 0;

  constructor(patient: boolean) {
    this.#patient = patient;
  }

  /** What there is by now is not its own. */
  async begin(queries: Kysely<Tables>): Promise<void> {
    this.#before = await lastSequence(queries);
  }

  isOwn({ sequence }: Pick<SubmissionsTable, 'sequence'>): boolean {
    return this.#patient || sequence > this.#before;
  }

  /** Its company is left alone from now on: what comes behind must not overtake it. */
  leave({ company_id }: Pick<SubmissionsTable, 'company_id'>): void {
    this.#left.add(company_id);
  }

  hasLeft(companyId: string): boolean {
    return this.#left.has(companyId);
  }

  /** Somebody wants all of it to be tried again. */
  takeUpAgain(): void {
    this.#left.clear();
  }
}
