import { isUtf8 } from 'node:buffer';
import { decodeText, type Encoding } from './encoding.ts';

/** What the bytes of a text are written in, where its declaration names another encoding. */
type Written = 'UTF-8' | 'windows-1252';

/** A word as the declared encoding reads it, and as it was meant. */
interface MisreadText {
  readonly written: Written;
  readonly shown: string;
  readonly meant: string;
  /** Offset of its first byte. */
  readonly offset: number;
}

const singleByte: ReadonlySet<Encoding> = new Set(['ISO-8859-1', 'ISO-8859-15', 'windows-1252']);
/** Control characters in the ISO encodings, quotation marks, dashes and € in windows-1252. */
const windowsBytes = /[\x80-\x9f]/;
const notInWindows = /[\x81\x8d\x8f\x90\x9d]/;
const aroundBytes = 24;

/** Null when the declaration may be right. */
export function findWritten(bytes: Uint8Array, declared: Encoding): Written | null {
  if (!singleByte.has(declared)) return null;
  if (isUtf8(bytes)) return 'UTF-8';
  if (declared === 'windows-1252') return null;
  const text = decodeText(bytes, 'ISO-8859-1', 0);
  return windowsBytes.test(text) && !notInWindows.test(text) ? 'windows-1252' : null;
}

/**
 * The first word that a wrong declaration turns into other letters: a UTF-8 ñ would reach the
 * ledger as Ã±. Null when the declaration may be right.
 */
export function findMisreadText(bytes: Uint8Array, encoding: Encoding): MisreadText | null {
  const written = findWritten(bytes, encoding);
  if (written === null) return null;
  const isMisread = written === 'UTF-8' ? isBeyondAscii : isOfWindows;
  const at = bytes.findIndex(isMisread);
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
  // No control character reaches a terminal.
  const shown = decodeText(word, encoding, 0).replaceAll(/[\x80-\x9f]/g, '\uFFFD');
  return { written, shown, meant: decodeText(word, written, 0), offset: from };
}

const isBeyondAscii = (byte: number) => byte > 0x7f;
const isOfWindows = (byte: number) => byte > 0x7f && byte < 0xa0;
