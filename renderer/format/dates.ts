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

/** Whatever zone a computer is set to: filing is a matter of the day in Bizkaia. */
const timeZone = 'Europe/Madrid';
const clock = new Intl.DateTimeFormat('sv-SE', {
  ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' },
  ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
});

/** Day and time in Bizkaia: `2026-10-20` and `10:04:07`. */
function inBizkaia(date: Date): readonly [day: string, time: string] {
  const [day = '', time = ''] = clock.format(date).split(' ');
  return [day, time];
}

/** The day in Bizkaia, `2026-10-20`. */
export function dayOf(date: Date): string {
  return inBizkaia(date)[0];
}

/** Hours, minutes and, where asked, seconds in Bizkaia; 24 hours in all three languages. */
export function formatTime(date: Date, withSeconds = false): string {
  return inBizkaia(date)[1].slice(0, withSeconds ? 8 : 5);
}

const dayFormatters = new Map<Language, Intl.DateTimeFormat>();

/** Dear to make and cheap to use: one for each language. */
function dayFormatter(language: Language): Intl.DateTimeFormat {
  const options = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  const formatter =
    dayFormatters.get(language) ?? new Intl.DateTimeFormat(localeOf(language), options);
  dayFormatters.set(language, formatter);
  return formatter;
}

/**
 * The one form of a day (`2026-10-20`): `20 oct 2026`, `2026 urr. 20`, `20 Oct 2026`; what is no
 * day stays as it is.
 */
export function formatDay(language: Language, day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  if (language !== 'eu') return dayFormatter(language).format(date);
  return `${date.getUTCFullYear()} ${basqueMonths[date.getUTCMonth()] ?? ''} ${date.getUTCDate()}`;
}

/** The day of an instant in Bizkaia. */
export function formatDate(language: Language, date: Date): string {
  return formatDay(language, dayOf(date));
}

/** A moment: day and time. */
export function formatMoment(language: Language, date: Date, withSeconds = false): string {
  return `${formatDate(language, date)}, ${formatTime(date, withSeconds)}`;
}

/** The first instant of a day in Bizkaia. */
export function startOfDay(day: string): Date {
  const midnight = new Date(`${day}T00:00:00Z`);
  // One or two hours ahead of it, by the season: the right one begins the day.
  const starts = [2, 1].map((hours) => new Date(midnight.getTime() - hours * 3_600_000));
  return starts.find((start) => inBizkaia(start).join(' ') === `${day} 00:00:00`) ?? midnight;
}

/** First and last instant of the days in Bizkaia, as the history's filter takes them. */
export function dayBounds(from: string | null, to: string | null): { from?: string; to?: string } {
  return {
    ...(from === null ? {} : { from: startOfDay(from).toISOString() }),
    ...(to === null ? {} : { to: new Date(startOfDay(dayAfter(to)).getTime() - 1).toISOString() }),
  };
}

function dayAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}
