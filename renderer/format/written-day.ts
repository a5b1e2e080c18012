import type { Language } from '../../contract/choices.ts';

/** A day (`2026-11-21`) as a field shows it: `21/11/2026`, in Basque `2026/11/21`. */
export function writeDay(language: Language, day: string): string {
  const parts = day.split('-');
  return (language === 'eu' ? parts : parts.toReversed()).join('/');
}

/**
 * A day as a person writes it, year or day first (`2026-11-21`, `21/11/2026`, `21.11.2026`); null
 * for anything else.
 */
export function readDay(text: string): string | null {
  const [first = '', month = '', last = ''] = text.trim().split(/[\s./-]+/);
  const [year, day] = first.length === 4 ? [first, last] : [last, first];
  if (!/^\d{4}$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day)) return null;
  const whole = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${whole}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(whole) ? whole : null;
}
