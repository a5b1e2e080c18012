import { hasRightCheck } from '../rules/data/vat-check-digits.ts';
import { vatIdPatterns } from '../rules/data/vat-ids.ts';
import type { FaultyValue } from './fix.ts';

/** `12345678-z` and `fr 123` with capital letters. */
export function withCapitals({ text }: FaultyValue): string {
  return text.toUpperCase();
}

/** `12.345.678-Z` without the marks between its parts. */
export function withoutSeparators({ text }: FaultyValue): string {
  return text.replace(/[\s.\-_/·\u200b\u2060\ufeff]/g, '');
}

/** A Spanish tax id without the country before it. */
export function withoutCountry({ text }: FaultyValue): string {
  return /^ES[A-Z0-9]{9}$/.test(text) ? text.slice(2) : text;
}

/**
 * The number of an identity card takes eight digits, that of a foreigner seven after its letter:
 * zeros that programs leave out.
 */
export function withAllDigits({ text }: FaultyValue): string {
  const [, letter, digits = '', control = ''] = /^([XYZKLM]?)(\d{5,7})([A-Z])$/.exec(text) ?? [];
  if (letter === undefined) return text;
  return `${letter}${digits.padStart(letter === '' ? 8 : 7, '0')}${control}`;
}

/** The VAT number with the prefix of the country that stands beside it. */
export function withVatPrefix({ text, fault }: FaultyValue): string {
  const prefix = String(fault.params?.prefix ?? '');
  const other = text.slice(0, 2);
  if (prefix === '' || vatIdPatterns.has(other)) return text;
  return `${prefix}${text}`;
}

export function isVatId(text: string, { fault }: FaultyValue): boolean {
  const prefix = text.slice(0, 2);
  const expected = fault.params?.prefix;
  const isOfCountry = expected === undefined || expected === prefix;
  return isOfCountry && vatIdPatterns.get(prefix)?.test(text) === true && hasRightCheck(text);
}
