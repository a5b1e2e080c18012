import type { AppEvent } from '../../../contract/events.ts';
import type { Core } from '../core.ts';
import { DuplicateRecheck } from './duplicate-recheck.ts';
import { Revalidation } from './revalidation.ts';

/**
 * Keeps what the worklist says of its files true when other things change: the schemas in force,
 * and what became of their documents and records.
 */
export class WorklistRevalidator {
  readonly #revalidation: Revalidation;
  readonly #duplicateRecheck: DuplicateRecheck;

  constructor(core: Core) {
    this.#revalidation = new Revalidation(core);
    this.#duplicateRecheck = new DuplicateRecheck(core);
  }

  /** Goes on with what an earlier run did not come to. */
  start(): void {
    this.#revalidation.start();
    this.#duplicateRecheck.start();
  }

  /** Takes notice of an event; the work goes on by itself. */
  noted(event: AppEvent): void {
    this.#revalidation.noted(event);
    this.#duplicateRecheck.noted(event);
  }

  /** Resolves when every file says what is so. */
  async idle(): Promise<void> {
    await this.#revalidation.idle();
    await this.#duplicateRecheck.idle();
  }

  /** Lets what is being looked at come to its end, and begins no other. */
  async stop(): Promise<void> {
    await this.#revalidation.stop();
    await this.#duplicateRecheck.stop();
  }
}
