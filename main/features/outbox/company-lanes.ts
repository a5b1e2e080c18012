import type { SubmissionsTable } from '../../platform/db/tables.ts';

type Row = Pick<SubmissionsTable, 'company_id' | 'batch_id'>;

/** Which companies have a submission on its way; a company has one at a time. */
export class CompanyLanes {
  /** With a submission on its way, or one whose answer is being written; the batch of that. */
  readonly #busy = new Map<string, string | null>();
  /** Of these, those whose submission is made ready, and those whose answer is there. */
  readonly #leaving = new Set<string>();
  readonly #answered = new Set<string>();

  get isEmpty(): boolean {
    return this.#busy.size === 0;
  }

  get isAnyLeaving(): boolean {
    return this.#leaving.size > 0;
  }

  has(companyId: string): boolean {
    return this.#busy.has(companyId);
  }

  hasBatch(batchId: string | null): boolean {
    return [...this.#busy.values()].includes(batchId);
  }

  /**
   * An answer that is written down takes no lane of the service's, but as many files as there are
   * lanes may wait for the disk, and no more.
   */
  hasFree(lanes: number): boolean {
    return this.#busy.size - this.#answered.size < lanes && this.#busy.size < 2 * lanes;
  }

  take({ company_id: companyId, batch_id: batchId }: Row): void {
    this.#leaving.add(companyId);
    this.#busy.set(companyId, batchId);
  }

  noteLeft(companyId: string): void {
    this.#leaving.delete(companyId);
  }

  noteAnswered(companyId: string): void {
    this.#answered.add(companyId);
  }

  free(companyId: string): void {
    this.#busy.delete(companyId);
    this.#leaving.delete(companyId);
    this.#answered.delete(companyId);
  }
}
