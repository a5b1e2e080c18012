import type { SubmissionsTable } from '../../platform/db/tables.ts';

/**
 * Where a company's submission is: it is being prepared and noted, it is on its way, or its answer
 * is being written.
 */
type Stage = 'leaving' | 'sent' | 'answered';

interface Lane {
  readonly batchId: string | null;
  stage: Stage;
}

/**
 * Which companies may send: each has one submission under way, and they take turns. State: the
 * submissions under way, the companies that are skipped, and when each company was served.
 */
export class Lanes {
  readonly #busy = new Map<string, Lane>();
  readonly #skipped = new Set<string>();
  readonly #servedAt = new Map<string, number>();
  #served = 0;

  get isEmpty(): boolean {
    return this.#busy.size === 0;
  }

  /** Whether a submission is about to be sent, and then written. */
  get isAnyLeaving(): boolean {
    return this.#count('leaving') > 0;
  }

  mayServe(companyId: string): boolean {
    return !this.#busy.has(companyId) && !this.#skipped.has(companyId);
  }

  /** Its last turn; 0 before its first. */
  lastTurnOf(companyId: string): number {
    return this.#servedAt.get(companyId) ?? 0;
  }

  hasBatch(batchId: string | null): boolean {
    return [...this.#busy.values()].some((lane) => lane.batchId === batchId);
  }

  /**
   * A file whose answer is being written takes no lane of the service. But at most as many files as
   * there are lanes may wait for the disk.
   */
  hasFree(lanes: number): boolean {
    return this.#busy.size - this.#count('answered') < lanes && this.#busy.size < 2 * lanes;
  }

  take({ company_id, batch_id }: Pick<SubmissionsTable, 'company_id' | 'batch_id'>): void {
    this.#served += 1;
    this.#servedAt.set(company_id, this.#served);
    this.#busy.set(company_id, { batchId: batch_id, stage: 'leaving' });
  }

  move(companyId: string, stage: Exclude<Stage, 'leaving'>): void {
    const lane = this.#busy.get(companyId);
    if (lane) lane.stage = stage;
  }

  free(companyId: string): void {
    this.#busy.delete(companyId);
  }

  /** From now on: what the company has queued later must not overtake what it could not send. */
  skip(companyId: string): void {
    this.#skipped.add(companyId);
  }

  skipNone(): void {
    this.#skipped.clear();
  }

  #count(stage: Stage): number {
    return [...this.#busy.values()].filter((lane) => lane.stage === stage).length;
  }
}
