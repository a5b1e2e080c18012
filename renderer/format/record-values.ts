import type { Language } from '../../contract/choices.ts';
import { readDay } from './written-day.ts';

/** A date of the LROE, `31-03-2026`, as `2026-03-31`; null when it is not in the calendar. */
export function toDay(written: string): string | null {
  return /^\d{2}-\d{2}-\d{4}$/.test(written) ? readDay(written) : null;
}

/** `2026-03-31` in the format of the LROE. */
export const fromDay = (day: string): string => day.split('-').toReversed().join('-');

/**
 * An amount as a person wrote it: `1.234,5 €` is `1234.50` in Spanish. Either sign may be the
 * decimal one; three digits after the language's thousands sign are thousands. Null for other
 * texts.
 */
export function parseAmount(language: Language, written: string): string | null {
  const text = written.replaceAll(/[\s€]/g, '').replace('\u2212', '-');
  const thousands = language === 'en' ? ',' : '.';
  const grouped = new RegExp(`^([+-]?)(\\d{1,3}(?:\\${thousands}\\d{3})+)(?:[.,](\\d{1,2}))?$`);
  const plain = /^([+-]?)(\d+)(?:[.,](\d{0,2}))?$/;
  const [, sign, whole, decimals = ''] = grouped.exec(text) ?? plain.exec(text) ?? [];
  if (whole === undefined) return null;
  const digits = whole.replaceAll(thousands, '');
  return `${sign === '-' ? '-' : ''}${digits}.${decimals.padEnd(2, '0')}`;
}
