import type { Language } from '../../contract/choices.ts';
import { localeOf } from './locale.ts';

const basqueMonths = [
  'urt.',
  'ots.',
  'mar.',
  'api.',
  'mai.',
  'eka.',
  'uzt.',
  'abu.',
  'ira.',
  'urr.',
  'aza.',
  'abe.',
];

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

function basqueDate(date: Date): string {
  return `${date.getFullYear()} ${basqueMonths[date.getMonth()] ?? ''} ${date.getDate()}`;
}

/** Hours, minutes and, where asked, seconds; 24 hours in all three languages. */
export function formatTime(date: Date, withSeconds = false): string {
  const parts = [date.getHours(), date.getMinutes(), ...(withSeconds ? [date.getSeconds()] : [])];
  return parts.map(twoDigits).join(':');
}

const dayFormatters = new Map<Language, Intl.DateTimeFormat>();

/** Dear to make and cheap to use: one for each language. */
function dayFormatter(language: Language): Intl.DateTimeFormat {
  const options = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  const formatter =
    dayFormatters.get(language) ?? new Intl.DateTimeFormat(localeOf(language), options);
  dayFormatters.set(language, formatter);
  return formatter;
}

/** A day in the person's time zone: `20 oct 2026`, `2026 urr. 20`, `20 Oct 2026`. */
export function formatDate(language: Language, date: Date): string {
  if (language === 'eu') return basqueDate(date);
  return dayFormatter(language).format(date);
}

/** A moment: day and time. */
export function formatMoment(language: Language, date: Date, withSeconds = false): string {
  return `${formatDate(language, date)}, ${formatTime(date, withSeconds)}`;
}

/**
 * First and last instant of the days `from` and `to` (`yyyy-mm-dd`, local), as the history's filter
 * takes them.
 */
export function dayBounds(from: string | null, to: string | null): { from?: string; to?: string } {
  return {
    ...(from === null ? {} : { from: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to === null ? {} : { to: new Date(`${to}T23:59:59.999`).toISOString() }),
  };
}
