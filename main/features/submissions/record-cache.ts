import type { RecordSummary } from '../../validator/validator-port.ts';

/** Records kept in all: some megabytes. */
const maxRecords = 10_000;

/**
 * The records of documents that were read to be queued, for when their answers come: most are
 * answered soon, and need not be read again. In memory only; what is not here, or was pushed out by
 * newer ones, is read from the document.
 */
export class RecordCache {
  readonly #most: number;
  /** By SHA-256, the oldest first. */
  readonly #kept = new Map<string, readonly RecordSummary[]>();
  #records = 0;

  constructor(most = maxRecords) {
    this.#most = most;
  }

  put(sha256: string, records: readonly RecordSummary[]): void {
    this.take(sha256);
    if (records.length > this.#most) return;
    this.#kept.set(sha256, records);
    this.#records += records.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#records <= this.#most) return;
      this.take(oldest);
    }
  }

  /** Gives them and forgets them. */
  take(sha256: string): readonly RecordSummary[] | null {
    const records = this.#kept.get(sha256) ?? null;
    if (records === null) return null;
    this.#kept.delete(sha256);
    this.#records -= records.length;
    return records;
  }
}
