import { setTimeout as sleep } from 'node:timers/promises';
import { ZubiError } from '../../contract/errors.ts';
import { toCallError } from '../call-error.ts';
import type { Core } from '../core.ts';
import { hasDueWords, listDueWords } from '../store/words-due.ts';

/**
 * Words are written when nothing has come for so long: between two files at a service, and after
 * them at one that takes hundreds a second.
 */
const quietMs = 100;
/** Longest that they wait for that. */
const longestMs = 2000;
/** A search begins no stroke after this. */
const searchMs = 12;
/**
 * What could not be written is tried again after `longestMs`, then after twice as long each time,
 * at most this.
 */
const longestRetryMs = 60_000;

/**
 * Longest that a command waits for the words that the owner of the folder is about to write: it
 * begins after two seconds at the latest.
 */
const ownerMs = 3000;
const ownerEveryMs = 50;

/** Common words are gathered for some milliseconds at a time, and others have as many. */
const gatherPauseMs = 5;

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Writes the words that are due, a few at a time, so that nobody waits for them: neither the files
 * nor a search, which has those that are quickly written. When a search had to do without some, it
 * is told when they are there (`history.indexed`). When all are there, those that many share are
 * gathered. Only the owner of the data folder writes any; a command beside it waits for those a
 * moment, a window beside it is told when they are there.
 */
export class SearchIndexer {
  readonly #core: Core;
  readonly #wholeFirst: boolean;
  readonly #searches = new Set<Promise<unknown>>();
  #timer: NodeJS.Timeout | null = null;
  #notedSince = 0;
  #writing: Promise<void> = Promise.resolve();
  /** More may have become due since the last writing began. */
  #isAsked = false;
  /** Tries that failed, one after the other. */
  #failed = 0;
  /** A search had to do without what was due. */
  #owes = false;
  #stopped = false;
  /** Beside the owner: until what was due is written, or has not been for too long. */
  #watching: Promise<void> | null = null;

  /**
   * `wholeFirst`: a search waits until all is written, because nobody could be told later (a
   * command).
   */
  constructor(core: Core, { wholeFirst }: { readonly wholeFirst: boolean }) {
    this.#core = core;
    this.#wholeFirst = wholeFirst;
  }

  /** Something may be due. */
  note(): void {
    if (this.#stopped || !this.#core.store.owns) return;
    const now = performance.now();
    if (!this.#timer) {
      this.#notedSince = now;
      this.#writeIn(quietMs);
    } else if (this.#failed === 0 && now - this.#notedSince < longestMs) this.#timer.refresh();
  }

  /**
   * Runs a search when what is due was written as far as that goes quickly. What cannot be written
   * is no fault of the search, but for damage: throws `database_damaged`.
   */
  async forSearch<Value>(read: () => Promise<Value>): Promise<Value> {
    const search = this.#writeBefore().then(read);
    this.#searches.add(search);
    try {
      return await search;
    } finally {
      this.#searches.delete(search);
    }
  }

  /** What is still due is written by the next run. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#writing;
    await this.#watching;
  }

  async #writeBefore(): Promise<void> {
    const { store } = this.#core;
    if (!store.owns)
      return this.#wholeFirst ? this.#waitForOwner().then(() => undefined) : this.#watchOwner();
    const end = this.#wholeFirst ? Number.POSITIVE_INFINITY : performance.now() + searchMs;
    const stroke = { largeToo: this.#wholeFirst, patient: this.#wholeFirst };
    try {
      while (performance.now() < end && (await store.writeDueWords(stroke))) await nextTurn();
    } catch (error) {
      if (isDamage(error)) throw error;
    }
    if (!(await hasDueWords(store.queries))) return;
    this.#owes = true;
    if (!this.#timer || this.#failed === 0) this.#writeIn(0);
  }

  /**
   * What was due when it was asked; what comes after that is no concern of the search. Without an
   * owner who writes, the search does without: then false.
   */
  async #waitForOwner(): Promise<boolean> {
    const { queries } = this.#core.store;
    const end = performance.now() + ownerMs;
    let due = await listDueWords(queries);
    while (due.length > 0 && performance.now() < end && !this.#stopped) {
      // A command ends with its answer, and not before.
      await sleep(ownerEveryMs, undefined, { ref: this.#wholeFirst });
      due = await listDueWords(queries, due);
    }
    return due.length === 0;
  }

  /**
   * A window's search does not wait; it is told when the owner has written what it had to do
   * without.
   */
  async #watchOwner(): Promise<void> {
    if (this.#watching || !(await hasDueWords(this.#core.store.queries))) return;
    this.#owes = true;
    this.#watching = this.#waitForOwner()
      .then((isWritten) => {
        this.#watching = null;
        if (isWritten) this.#tell();
      })
      .catch((error: unknown) => {
        this.#watching = null;
        this.#core.log.warn('words_not_watched', { code: toCallError(error).code });
      });
  }

  #writeIn(ms: number): void {
    if (this.#stopped) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#isAsked = true;
      this.#writing = this.#writing.then(() => this.#write());
    }, ms).unref();
  }

  async #write(): Promise<void> {
    this.#isAsked = false;
    try {
      while (await this.#writeOne()) await nextTurn();
      this.#failed = 0;
      this.#tell();
      while (await this.#gatherSome()) await sleep(gatherPauseMs);
    } catch (error) {
      // They stay due.
      this.#core.log.warn('words_not_written', { code: toCallError(error).code });
      if (isDamage(error)) return;
      this.#writeIn(Math.min(longestRetryMs, longestMs * 2 ** this.#failed));
      this.#failed += 1;
    }
  }

  /** Between searches, so that none waits for more strokes than its own. */
  async #writeOne(): Promise<boolean> {
    while (this.#searches.size > 0) await Promise.allSettled(this.#searches);
    return !this.#stopped && this.#core.store.writeDueWords({ largeToo: true, patient: false });
  }

  /** When nothing else is to be done; what comes meanwhile goes first. */
  async #gatherSome(): Promise<boolean> {
    if (this.#searches.size > 0) await Promise.allSettled(this.#searches);
    return !this.#stopped && !this.#timer && !this.#isAsked && this.#core.store.gatherCommonWords();
  }

  #tell(): void {
    if (!this.#owes || this.#stopped) return;
    this.#owes = false;
    this.#core.emit({ name: 'history.indexed', payload: {} });
  }
}

const isDamage = (error: unknown): boolean =>
  error instanceof ZubiError && error.code === 'database_damaged';
