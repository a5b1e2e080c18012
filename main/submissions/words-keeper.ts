import type { Core } from '../core.ts';
import { writeDueWords } from '../store/words-due.ts';
import { codeOf } from './journey.ts';

/** Words are written when nothing has come for so long: between two files at a service, and after them at one that takes hundreds a second. */
const quietMs = 100;
/** Longest that they wait for that; a search does not wait. */
const longestMs = 2000;

/** Writes the words that are due while files are sent, a few at a time, so that nobody waits for them: neither the files nor the next search. */
export class WordsKeeper {
  readonly #core: Core;
  #timer: NodeJS.Timeout | null = null;
  #notedSince = 0;
  #writing: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(core: Core) {
    this.#core = core;
  }

  /** Something may be due. */
  note(): void {
    if (this.#stopped) return;
    const now = performance.now();
    if (this.#timer) {
      if (now - this.#notedSince < longestMs) this.#timer.refresh();
      return;
    }
    this.#notedSince = now;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#writing = this.#writing.then(() => this.#write());
    }, quietMs).unref();
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
