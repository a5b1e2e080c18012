import { Buffer } from 'node:buffer';
import { timingSafeEqual } from 'node:crypto';
import { inspect } from 'node:util';

const secretMask = '[secret]';

/** Whether a text held a secret before it was cleaned. */
export const isMasked = (text: string): boolean => text.includes(secretMask);
/** Below this length four characters would give away too much of the whole. */
const shortestWithHint = 12;

/** Makes bytes that `using` overwrites at the end of its block. */
export const wiped = <Bytes extends Uint8Array>(bytes: Bytes): Bytes & Disposable =>
  Object.assign(bytes, { [Symbol.dispose]: () => void bytes.fill(0) });

/**
 * A key or passphrase while it is in memory. Printed, joined to text or turned into JSON it shows
 * as `[secret]`; a structured clone of it is empty. The bytes have a buffer of their own, so that
 * they can be wiped, which a string never can: call `reveal` as late as possible and do not keep
 * its result.
 */
export class Secret {
  readonly #bytes: Buffer;
  #wiped = false;

  /** Copies its input; the caller wipes its own buffer. */
  constructor(value: string | Uint8Array) {
    // `Buffer.alloc` never takes memory from the shared pool, where other buffers' owners could see
    // it.
    this.#bytes = Buffer.alloc(
      typeof value === 'string' ? Buffer.byteLength(value) : value.byteLength,
    );
    if (typeof value === 'string') this.#bytes.write(value);
    else this.#bytes.set(value);
  }

  /**
   * The text itself, for the code that sends it. Throws after `wipe`: using an emptied key is a
   * programming fault.
   */
  reveal(): string {
    return this.#alive().toString('utf8');
  }

  /** A copy of the bytes, for `using`. */
  revealBytes(): Buffer & Disposable {
    const copy = wiped(Buffer.alloc(this.#alive().length));
    this.#bytes.copy(copy);
    return copy;
  }

  /** Length in bytes. */
  get size(): number {
    return this.#bytes.length;
  }

  /** Compares in constant time. */
  equals(other: Secret): boolean {
    const own = this.#alive();
    const others = other.#alive();
    return own.length === others.length && timingSafeEqual(own, others);
  }

  /**
   * The last four characters, by which people tell keys apart; null for a secret under 12
   * characters.
   */
  last4(): string | null {
    const characters = [...this.reveal()];
    return characters.length < shortestWithHint ? null : characters.slice(-4).join('');
  }

  /** Overwrites the bytes. Strings from `reveal` cannot be wiped. */
  wipe(): void {
    this.#bytes.fill(0);
    this.#wiped = true;
  }

  [Symbol.dispose](): void {
    this.wipe();
  }

  toString(): string {
    return secretMask;
  }

  toJSON(): string {
    return secretMask;
  }

  [Symbol.toPrimitive](): string {
    return secretMask;
  }

  [inspect.custom](): string {
    return secretMask;
  }

  get [Symbol.toStringTag](): string {
    return 'Secret';
  }

  #alive(): Buffer {
    if (this.#wiped) throw new Error('secret_wiped');
    return this.#bytes;
  }
}
