/** What the checking of a text that is being edited is at. */
export type LiveState = 'settled' | 'waiting' | 'judging';

interface LiveJudgeOptions<Document, Verdict> {
  readonly judge: (document: Document) => Promise<Verdict>;
  /** How long nothing must change before it is checked. */
  readonly delayMs: number;
  readonly onState: (state: LiveState) => void;
  /** A verdict on the text as it stands; one on a text that has changed since is dropped. */
  readonly onVerdict: (verdict: Verdict, document: Document) => void;
  readonly onFailure: (thrown: unknown) => void;
}

/** Checks a changing text: one at a time, always the newest. */
export class LiveJudge<Document, Verdict> {
  readonly #options: LiveJudgeOptions<Document, Verdict>;
  #newest: Document | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isRunning = false;
  #isClosed = false;

  constructor(options: LiveJudgeOptions<Document, Verdict>) {
    this.#options = options;
  }

  /** The text is this now. */
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
    this.#options.onState('judging');
    try {
      const verdict = await this.#options.judge(document);
      if (this.#isCurrent(document)) this.#options.onVerdict(verdict, document);
    } catch (thrown) {
      if (this.#isCurrent(document)) this.#options.onFailure(thrown);
    } finally {
      this.#isRunning = false;
    }
    if (this.#isClosed) return;
    if (this.#newest === document) this.#options.onState('settled');
    // A pause that ended while this one ran found it running.
    else if (this.#timer === null) await this.#run();
    else this.#options.onState('waiting');
  }

  #isCurrent(document: Document): boolean {
    return !this.#isClosed && this.#newest === document;
  }

  /** What is still running ends unheard. */
  close(): void {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }
}
