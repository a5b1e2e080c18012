import type { Queries, Transaction } from './tables.ts';

/** Work that must be on disk when its promise resolves. */
type Write = (transaction: Transaction) => Promise<unknown>;

interface Waiting {
  readonly write: Write;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** Longest delay of a write that may wait. */
const maxWaitMs = 10;

/**
 * Commits simultaneous writes together: each commit waits for the disk, and several files' states
 * need only one such wait. Each write resolves when its whole group is on disk. A write that may
 * wait joins the next one that may not, or is committed alone after a moment. When one of a group
 * fails, each is tried in a transaction of its own, so that only the faulty one fails.
 */
export class GroupCommit {
  readonly #queries: Queries;
  #waiting: Waiting[] = [];
  #running = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /**
   * `write` may run twice, the first time rolled back: it must only write, and await only
   * statements.
   */
  run<Value>(
    write: (transaction: Transaction) => Promise<Value>,
    { mayWait = false }: { readonly mayWait?: boolean } = {},
  ): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      this.#waiting.push({ write, resolve: resolve as (value: unknown) => void, reject });
      if (mayWait) this.#timer ??= setTimeout(() => this.#begin(), maxWaitMs);
      else this.#begin();
    });
  }

  #begin(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#running) return;
    this.#running = true;
    void this.#work();
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      // What has arrived from the network meanwhile joins this group.
      await new Promise((resolve) => setImmediate(resolve));
      const group = this.#waiting;
      this.#waiting = [];
      await this.#commit(group);
    }
    this.#running = false;
  }

  async #commit(group: readonly Waiting[]): Promise<void> {
    try {
      const values = await this.#queries.transaction().execute(async (transaction) => {
        const written: unknown[] = [];
        for (const { write } of group) written.push(await write(transaction));
        return written;
      });
      for (const [index, { resolve }] of group.entries()) resolve(values[index]);
    } catch (error) {
      if (group.length === 1) group[0]?.reject(error);
      else for (const each of group) await this.#commit([each]);
    }
  }
}
