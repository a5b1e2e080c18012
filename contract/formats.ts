import type { Language } from './choices.ts';

/*
 * Days, times, counts and amounts as a person of each language writes them: in the window, on the
 * command line, in reports and receipts.
 */

/**
 * Locales of numbers and dates. Chromium carries no Basque data; Basque writes its numbers as
 * Spanish does, its dates are made here.
 */
const locales: Readonly<Record<Language, string>> = { es: 'es-ES', eu: 'es-ES', en: 'en-GB' };

export const localeOf = (language: Language): string => locales[language];

/** A formatter is slow to make and fast to use: one for each language. */
function forEach<Formatter>(
  make: (locale: string) => Formatter,
): (language: Language) => Formatter {
  const made = new Map<Language, Formatter>();
  return (language) => {
    const formatter = made.get(language) ?? make(localeOf(language));
    made.set(language, formatter);
    return formatter;
  };
}

const collator = forEach((locale) => new Intl.Collator(locale, { numeric: true }));

/** The order of two texts as the language sorts them, `2` before `10`. */
export function compareTexts(language: Language, one: string, other: string): number {
  return collator(language).compare(one, other);
}

const numbers = (options: Intl.NumberFormatOptions) =>
  forEach((locale) => new Intl.NumberFormat(locale, { useGrouping: 'always', ...options }));
const countFormatter = numbers({});
const amountFormatter = numbers({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
const rateFormatter = numbers({ maximumFractionDigits: 2 });

/** A whole number, grouped. */
export function formatCount(language: Language, count: number): string {
  return countFormatter(language).format(count);
}

/** A decimal string, every digit kept, with a true minus sign; null for other texts. */
function writeDecimal(formatter: Intl.NumberFormat, decimal: string): string | null {
  if (!/^-?\d+(?:\.\d{1,2})?$/.test(decimal)) return null;
  // The type knows numbers only in the form of a literal; a text keeps every digit.
  return formatter.format(decimal as `${number}`).replace('-', '\u2212');
}

/** An amount without its symbol, two digits, grouped: `1.204,50`. */
export function formatAmount(language: Language, amount: string): string {
  return writeDecimal(amountFormatter(language), amount) ?? amount;
}

/** An amount with its symbol: `1.204,50 €`, `€1,204.50`. */
export function formatEuros(language: Language, amount: string): string {
  const written = writeDecimal(amountFormatter(language), amount);
  if (written === null) return amount;
  if (language !== 'en') return `${written}\u00a0€`;
  return written.startsWith('\u2212') ? `\u2212€${written.slice(1)}` : `€${written}`;
}

/** A percentage: `5,2 %`, `% 5,2`, `5.2%`. */
function formatPercent(language: Language, rate: string): string {
  const written = writeDecimal(rateFormatter(language), rate);
  if (written === null) return rate;
  return { es: `${written}\u00a0%`, eu: `%\u00a0${written}`, en: `${written}%` }[language];
}

const basqueMonths = [
  ...['urt.', 'ots.', 'mar.', 'api.', 'mai.', 'eka.'],
  ...['uzt.', 'abu.', 'ira.', 'urr.', 'aza.', 'abe.'],
];

/** Always the time zone of Bizkaia, whatever the computer's: deadlines are days in Bizkaia. */
const timeZone = 'Europe/Madrid';
let clock: Intl.DateTimeFormat | undefined;

/** Day and time in Bizkaia: `2026-10-20` and `10:04:07`. */
function inBizkaia(date: Date): readonly [day: string, time: string] {
  // Made on first use: the first formatter of a process takes some 15 ms.
  clock ??= new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
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

const dayFormatter = forEach(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    }),
);

/** The short name of a month (0 to 11) with its point, where the language sets one. */
export function formatMonth(language: Language, month: number): string {
  if (language === 'eu') return basqueMonths[month] ?? '';
  return dayFormatter(language)
    .formatToParts(Date.UTC(2026, month, 15))
    .flatMap(({ type, value }) => (type === 'month' ? [value] : []))
    .join('');
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

/** A day, also as an XML file writes it (`20-10-2026`), in the one form. */
function formatAnyDay(language: Language, day: string): string {
  const iso = /^\d{2}-\d{2}-\d{4}$/.test(day) ? day.split('-').reverse().join('-') : day;
  const written = /^\d{4}-\d{2}-\d{2}$/.test(iso) ? formatDay(language, iso) : iso;
  return written === iso ? day : written;
}

/**
 * Ends a sentence once: a name at its end may have its own point, as `Gorbeia S.L.U.` has. A part
 * of i18next.
 */
export const endOnce = {
  type: 'postProcessor',
  name: 'endOnce',
  process: (text: string): string => text.replaceAll(/(?<=\p{L})\.\.(?=\s|$)/gu, '.'),
} as const;

/**
 * A value in the format named in a text: `{{quota, euros}}`, `{{rate, percent}}`, `{{issued,
 * day}}`. Percentages may be several, with commas.
 */
export function writeValue(language: Language, value: string, kind: string | undefined): string {
  if (kind === 'euros') return formatEuros(language, value);
  if (kind === 'day') return formatAnyDay(language, value);
  if (kind !== 'percent') return value;
  return value
    .split(', ')
    .map((rate) => formatPercent(language, rate))
    .join(', ');
}
