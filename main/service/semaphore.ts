/** Lets at most so many pieces of work run at once; the others wait in the order in which they came. */
export class Semaphore {
  readonly #places: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(places: number) {
    this.#places = places;
  }

  /** Runs the work when its turn comes; the place is given on however it ends. */
  async run<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.#running >= this.#places) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
