import type { ElementIndex } from './element-index.ts';
import { textOf } from './elements.ts';

const minus = 0x2d;
const plus = 0x2b;
const point = 0x2e;
const zero = 0x30;

/**
 * Hundredths of a number of the schema's form (`-12.5`, `5.`, up to twelve digits): cents of an
 * amount; null for anything else.
 */
export function readHundredths(elementIndex: ElementIndex, element: number): number | null {
  const from = elementIndex.contentStart[element] ?? 0;
  const to = elementIndex.contentEnd[element] ?? 0;
  const plain = parseHundredths(elementIndex.bytes, from, to);
  if (plain !== null || !isComposed(elementIndex.bytes, from, to)) return plain;
  const text = Buffer.from(textOf(elementIndex, element), 'utf8');
  return parseHundredths(text, 0, text.length);
}

function parseHundredths(bytes: Uint8Array, from: number, to: number): number | null {
  const sign = bytes[from];
  let value = 0;
  let digits = 0;
  let decimals = -1;
  for (let at = sign === minus || sign === plus ? from + 1 : from; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    const digit = byte - zero;
    if (digit >= 0 && digit <= 9) {
      value = value * 10 + digit;
      if (decimals >= 0) decimals += 1;
      else digits += 1;
    } else if (byte === point && decimals < 0) decimals = 0;
    else return null;
  }
  if (digits === 0 || digits > 12 || decimals > 2) return null;
  const scaled = decimals === 2 ? value : decimals === 1 ? value * 10 : value * 100;
  return sign === minus && scaled !== 0 ? -scaled : scaled;
}

/** A date dd-mm-yyyy as yyyymmdd; -1 for an impossible day, null for another form. */
export function readDay(elementIndex: ElementIndex, element: number): number | null {
  const from = elementIndex.contentStart[element] ?? 0;
  const to = elementIndex.contentEnd[element] ?? 0;
  if (to - from === 10) {
    const day = parseDay(elementIndex.bytes, from);
    if (day !== null) return day;
  }
  const text = Buffer.from(textOf(elementIndex, element), 'utf8');
  return text.length === 10 ? parseDay(text, 0) : null;
}

function parseDay(bytes: Uint8Array, from: number): number | null {
  if (bytes[from + 2] !== minus || bytes[from + 5] !== minus) return null;
  const day = twoDigits(bytes, from);
  const month = twoDigits(bytes, from + 3);
  const century = twoDigits(bytes, from + 6);
  const yearOfCentury = twoDigits(bytes, from + 8);
  if (day < 0 || month < 0 || century < 0 || yearOfCentury < 0) return null;
  const year = century * 100 + yearOfCentury;
  return isCalendarDay(year, month, day) ? year * 10_000 + month * 100 + day : -1;
}

/** Two digits as a number; far below zero when one is no digit. */
function twoDigits(bytes: Uint8Array, at: number): number {
  const tens = (bytes[at] ?? 0) - zero;
  const ones = (bytes[at + 1] ?? 0) - zero;
  return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -1 : tens * 10 + ones;
}

export function isCalendarDay(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  if (month === 2) {
    const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
    return day <= (isLeap ? 29 : 28);
  }
  return day <= (month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31);
}

/** Whether an element is empty or holds only white space. */
export function isBlankText(elementIndex: ElementIndex, element: number): boolean {
  const from = elementIndex.contentStart[element] ?? 0;
  const to = elementIndex.contentEnd[element] ?? 0;
  for (let at = from; at < to; at += 1) {
    const byte = elementIndex.bytes[at] ?? 0;
    if (byte <= 0x20) continue;
    // A letter or digit decides; markup, entities and spaces beyond ASCII need a closer look.
    if (byte < 0x80 && byte !== 0x3c && byte !== 0x26) return false;
    return textOf(elementIndex, element).trim() === '';
  }
  return true;
}

/** Whether content has more than plain text. */
function isComposed(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (bytes[at] === 0x3c || bytes[at] === 0x26) return true;
  return false;
}

/** Reads short codes; equal ones share one string. */
export class CodeReader {
  readonly #codes = new Map<number, string>();

  read(elementIndex: ElementIndex, element: number): string {
    const from = elementIndex.contentStart[element] ?? 0;
    const to = elementIndex.contentEnd[element] ?? 0;
    if (to - from > 5 || isComposed(elementIndex.bytes, from, to))
      return textOf(elementIndex, element);
    let packed = 0;
    for (let at = from; at < to; at += 1) packed = packed * 256 + (elementIndex.bytes[at] ?? 0);
    const known = this.#codes.get(packed);
    if (known !== undefined) return known;
    const code = textOf(elementIndex, element);
    if (this.#codes.size < 500) this.#codes.set(packed, code);
    return code;
  }
}
