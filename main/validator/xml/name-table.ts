import { textBetween } from './bytes.ts';

const greaterThan = 0x3e;
const slash = 0x2f;
const colon = 0x3a;

/** The names in one table: a hostile document can have millions. */
const maxNames = 1000;
const maxNameBytes = 200;

/**
 * Local names as small numbers. Forms have about a hundred; names beyond the table's size get 0 and
 * are read from the bytes when needed.
 */
export class NameTable {
  readonly names: string[] = [''];
  readonly ids = new Map<string, number>();
  readonly #encoded: Uint8Array[] = [new Uint8Array()];
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
    for (; end < bytes.length; end += 1) {
      const byte = bytes[end] ?? 0;
      if (byte <= 0x20 || byte === greaterThan || byte === slash) break;
      if (byte === colon) start = end + 1;
    }
    const id = this.#idOf(bytes, start, end);
    this.#successor[this.last] = id;
    this.last = id;
    return end;
  }

  #idOf(bytes: Uint8Array, start: number, end: number): number {
    if (end - start > maxNameBytes) return 0;
    const name = textBetween(bytes, start, end);
    const known = this.ids.get(name);
    if (known !== undefined || this.names.length === maxNames) return known ?? 0;
    const id = this.names.length;
    this.ids.set(name, id);
    this.names.push(name);
    this.#encoded.push(bytes.slice(start, end));
    this.#successor.push(0);
    return id;
  }
}
