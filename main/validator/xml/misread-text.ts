import { isUtf8 } from 'node:buffer';
import { decodeText, type Encoding } from './encoding.ts';

/** A word as the declared encoding reads it, and as it was meant. */
interface MisreadText {
  readonly shown: string;
  readonly meant: string;
  /** Offset of its first byte. */
  readonly offset: number;
}

const singleByte: ReadonlySet<Encoding> = new Set(['ISO-8859-1', 'ISO-8859-15', 'windows-1252']);
const aroundBytes = 24;

/**
 * A UTF-8 word in a document that declares a single-byte encoding: its ñ would reach the ledger as
 * Ã±. Null when the declaration may be right.
 */
export function findMisreadText(bytes: Uint8Array, encoding: Encoding): MisreadText | null {
  if (!singleByte.has(encoding) || !isUtf8(bytes)) return null;
  const at = bytes.findIndex((byte) => byte > 0x7f);
  if (at < 0) return null;
  const isPart = (byte: number | undefined) =>
    byte !== undefined && (byte > 0x7f || /[A-Za-z0-9]/.test(String.fromCharCode(byte)));
  let from = at;
  while (from > 0 && at - from < aroundBytes && isPart(bytes[from - 1])) from -= 1;
  let to = at;
  while (to < bytes.length && to - at < aroundBytes && isPart(bytes[to])) to += 1;
  // Not in the middle of a letter.
  while (((bytes[to] ?? 0) & 0xc0) === 0x80) to += 1;
  const word = bytes.subarray(from, to);
  const meant = Buffer.from(word).toString('utf8');
  return { shown: decodeText(word, encoding, 0), meant, offset: from };
}
