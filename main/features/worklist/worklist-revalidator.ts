import type { AppEvent } from '../../../contract/events.ts';
import type { Core } from '../core.ts';
import { Reasking } from './duplicate-recheck.ts';
import { Rejudging } from './revalidation.ts';

/**
 * Keeps what the worklist says of its files true when other things change: the schemas in force,
 * and what became of their documents and records.
 */
export class VerdictKeeper {
  readonly #rejudging: Rejudging;
  readonly #reasking: Reasking;

  constructor(core: Core) {
    this.#rejudging = new Rejudging(core);
    this.#reasking = new Reasking(core);
  }

  /** Goes on with what an earlier run did not come to. */
  start(): void {
    this.#rejudging.start();
    this.#reasking.start();
  }

  /** Takes notice of an event; the work goes on by itself. */
  noted(event: AppEvent): void {
    this.#rejudging.noted(event);
    this.#reasking.noted(event);
  }

  /** Resolves when every file says what is so. */
  async idle(): Promise<void> {
    await this.#rejudging.idle();
    await this.#reasking.idle();
  }

  /** Lets what is being looked at come to its end, and begins no other. */
  async stop(): Promise<void> {
    await this.#rejudging.stop();
    await this.#reasking.stop();
  }
}
