/** State of the check of an edited text. */
export type LiveState = 'settled' | 'waiting' | 'checking';

/** Whether the text has changed since its verdict; `live` is null where nothing is edited. */
export const isOld = (live: LiveState | null): boolean => live !== null && live !== 'settled';

interface LiveCheckerOptions<Document, Verdict> {
  readonly check: (document: Document) => Promise<Verdict>;
  /** The pause without changes before a check. */
  readonly delayMs: number;
  readonly onState: (state: LiveState) => void;
  /** A verdict on the current text; one on an older text is dropped. */
  readonly onVerdict: (verdict: Verdict) => void;
  readonly onFailure: (thrown: unknown) => void;
}

/** Checks a changing text: one check at a time, always the newest text. */
export class LiveChecker<Document, Verdict> {
  readonly #options: LiveCheckerOptions<Document, Verdict>;
  #newest: Document | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isRunning = false;
  #isClosed = false;

  constructor(options: LiveCheckerOptions<Document, Verdict>) {
    this.#options = options;
  }

  /** Sets the current text. */
  change(document: Document): void {
    this.#newest = document;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#run();
    }, this.#options.delayMs);
    this.#options.onState('waiting');
  }

  async #run(): Promise<void> {
    const document = this.#newest;
    if (this.#isRunning || this.#isClosed || document === null) return;
    this.#isRunning = true;
    this.#options.onState('checking');
    try {
      const verdict = await this.#options.check(document);
      if (this.#isCurrent(document)) this.#options.onVerdict(verdict);
    } catch (thrown) {
      if (this.#isCurrent(document)) this.#options.onFailure(thrown);
    } finally {
      this.#isRunning = false;
    }
    if (this.#isClosed) return;
    if (this.#newest === document) this.#options.onState('settled');
    // The pause ended during this check.
    else if (this.#timer === null) await this.#run();
    else this.#options.onState('waiting');
  }

  #isCurrent(document: Document): boolean {
    return !this.#isClosed && this.#newest === document;
  }

  /** A running check ends without effect. */
  close(): void {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }
}
