/** Work that the end of its owner waits for. State: what has begun and not ended. */
export class UnderWay {
  readonly #works = new Set<Promise<unknown>>();

  add<Value>(work: Promise<Value>): Promise<Value> {
    this.#works.add(work);
    return work.finally(() => this.#works.delete(work));
  }

  /** Resolves when nothing is under way, whatever its end. */
  async idle(): Promise<void> {
    while (this.#works.size > 0) await Promise.allSettled(this.#works);
  }
}
