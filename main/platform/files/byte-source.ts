import { Buffer } from 'node:buffer';

/** The bytes differ from those that were written; the message says how. */
export class DamagedBytesError extends Error {}

/** Reads a stream by lengths and holds at most one piece of it. */
export class ByteSource {
  readonly #pieces: AsyncIterator<Uint8Array> | Iterator<Uint8Array>;
  #rest: Uint8Array = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
    this.#pieces =
      Symbol.asyncIterator in stream ? stream[Symbol.asyncIterator]() : stream[Symbol.iterator]();
  }

  /** Throws `DamagedBytesError`. */
  async *upTo(length: number): AsyncGenerator<Uint8Array> {
    for (let left = length; left > 0; ) {
      if (await this.atEnd()) throw new DamagedBytesError('cut short');
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  /** Throws `DamagedBytesError`. */
  async exactly(length: number): Promise<Buffer> {
    const pieces: Uint8Array[] = [];
    for await (const piece of this.upTo(length)) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  async atEnd(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const { value, done } = await this.#pieces.next();
      if (done) return true;
      this.#rest = value;
    }
    return false;
  }

  /** Closes the stream, whether read to its end or not. */
  async close(): Promise<void> {
    await this.#pieces.return?.();
  }
}
