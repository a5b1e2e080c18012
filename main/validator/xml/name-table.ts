const greaterThan = 0x3e;
const slash = 0x2f;
const colon = 0x3a;

/**
 * Local names as small numbers. Forms have about a hundred; names beyond the table's size get 0 and
 * are read from the bytes when needed.
 */
export class NameTable {
  readonly names: string[] = [''];
  readonly ids = new Map<string, number>();
  readonly #encoded: Uint8Array[] = [new Uint8Array()];
  /** First name of each bucket, and each name's successor in its bucket; 0 ends a chain. */
  readonly #heads = new Uint16Array(1024);
  readonly #following: number[] = [0];
  /** For each name the one that followed it last time: records resemble each other. */
  readonly #successor: number[] = [0];
  /** The name that was read last. */
  last = 0;

  /**
   * Reads a start tag's name if it is the expected one; returns the offset after it, 0 for another
   * name.
   */
  expect(bytes: Uint8Array, from: number): number {
    const id = this.#successor[this.last] ?? 0;
    const encoded = this.#encoded[id];
    if (id === 0 || encoded === undefined) return 0;
    const end = from + encoded.length;
    const next = bytes[end] ?? 0;
    if (next !== greaterThan && next !== slash && next > 0x20) return 0;
    for (let index = 0; index < encoded.length; index += 1) {
      if (encoded[index] !== bytes[from + index]) return 0;
    }
    this.last = id;
    return end;
  }

  /** Reads a start tag's name without its prefix; returns the offset after it. */
  read(bytes: Uint8Array, from: number): number {
    let end = from;
    let start = from;
    let hash = 0;
    for (; end < bytes.length; end += 1) {
      const byte = bytes[end] ?? 0;
      if (byte <= 0x20 || byte === greaterThan || byte === slash) break;
      if (byte === colon) {
        start = end + 1;
        hash = 0;
      } else hash = (Math.imul(hash, 31) + byte) | 0;
    }
    const id = this.#idOf(bytes, start, end, hash);
    this.#successor[this.last] = id;
    this.last = id;
    return end;
  }

  #idOf(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const bucket = hash & 1023;
    const head = this.#heads[bucket] ?? 0;
    let chained = 0;
    for (let id = head; id !== 0; id = this.#following[id] ?? 0) {
      if (this.#isAt(id, bytes, start, end)) return id;
      chained += 1;
    }
    // A hostile document can put all names into one bucket: the chain is kept short.
    if (chained >= 8 || end - start > 200) return 0;
    const id = this.names.length;
    const encoded = bytes.slice(start, end);
    this.#encoded.push(encoded);
    this.#following.push(head);
    this.#successor.push(0);
    this.#heads[bucket] = id;
    const name = Buffer.from(encoded).toString('utf8');
    this.names.push(name);
    this.ids.set(name, id);
    return id;
  }

  #isAt(id: number, bytes: Uint8Array, start: number, end: number): boolean {
    const encoded = this.#encoded[id];
    if (encoded === undefined || encoded.length !== end - start) return false;
    for (let index = 0; index < encoded.length; index += 1) {
      if (encoded[index] !== bytes[start + index]) return false;
    }
    return true;
  }
}
