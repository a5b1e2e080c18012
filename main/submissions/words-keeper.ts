import type { Core } from '../core.ts';
import { writeDueWords } from '../store/words-due.ts';
import { codeOf } from './journey.ts';

/** Words follow what was sent within this time; a search does not wait for it. */
const followMs = 1000;

/** Writes the words that are due while files are sent, a few at a time, so that nobody waits for them: neither the files nor the next search. */
export class WordsKeeper {
  readonly #core: Core;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(core: Core) {
    this.#core = core;
  }

  /** Something may be due. */
  note(): void {
    if (this.#stopped) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#writing = this.#writing.then(() => this.#write());
    }, followMs).unref();
  }

  /** What is still due is written by the next run. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#writing;
  }

  async #write(): Promise<void> {
    try {
      while (!this.#stopped && (await writeDueWords(this.#core.store.queries)))
        await new Promise((resolve) => setImmediate(resolve));
    } catch (error) {
      // They stay due.
      this.#core.log.warn('words_not_written', { code: codeOf(error) });
    }
  }
}
