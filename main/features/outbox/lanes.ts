import type { SubmissionsTable } from '../../platform/db/tables.ts';

type Row = Pick<SubmissionsTable, 'company_id' | 'batch_id'>;

/** The companies with a submission under way. A company has one at a time. */
export class CompanyLanes {
  /** Companies with a submission under way or an answer being written, and its batch. */
  readonly #busy = new Map<string, string | null>();
  /** Of these: companies whose submission is being prepared, and companies with an answer. */
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
   * A file whose answer is being written takes no lane of the service. But at most as many files as
   * there are lanes may wait for the disk.
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
