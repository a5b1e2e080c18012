import { hasRightCheck } from '../rules/data/vat-check-digits.ts';
import { vatIdPatterns } from '../rules/data/vat-ids.ts';
import type { FaultyValue } from './fix.ts';

/** `12345678-z` and `fr 123` in capitals. */
export function withCapitals({ text }: FaultyValue): string {
  return text.toUpperCase();
}

/** `12.345.678-Z` without separators. */
export function withoutSeparators({ text }: FaultyValue): string {
  return text.replace(/[\s.\-_/·\u200b\u2060\ufeff]/g, '');
}

/** A Spanish tax ID without the country prefix. */
export function withoutCountry({ text }: FaultyValue): string {
  return /^ES[A-Z0-9]{9}$/.test(text) ? text.slice(2) : text;
}

/**
 * Restores dropped zeros: an identity card number has eight digits, a foreigner's has seven after
 * its letter.
 */
export function withAllDigits({ text }: FaultyValue): string {
  const [, letter, digits = '', control = ''] = /^([XYZKLM]?)(\d{5,7})([A-Z])$/.exec(text) ?? [];
  if (letter === undefined) return text;
  return `${letter}${digits.padStart(letter === '' ? 8 : 7, '0')}${control}`;
}

/** Adds the country's prefix to a VAT number; the country is in the element beside it. */
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
