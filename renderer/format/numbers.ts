import type { Language } from '../../contract/choices.ts';
import { toCents } from '../../contract/money.ts';
import { localeOf } from './locale.ts';

/** Formatters are dear to make and cheap to use: one for each language. */
function createFormatters(
  options: Intl.NumberFormatOptions,
): (language: Language) => Intl.NumberFormat {
  const made = new Map<Language, Intl.NumberFormat>();
  return (language) => {
    const formatter = made.get(language) ?? new Intl.NumberFormat(localeOf(language), options);
    made.set(language, formatter);
    return formatter;
  };
}

const countFormatter = createFormatters({ useGrouping: 'always' });
const amountFormatter = createFormatters({
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  useGrouping: 'always',
});

/**
 * A decimal string as a person of the language writes it: two digits, grouped, a true minus sign.
 */
export function formatAmount(language: Language, amount: string): string {
  if (toCents(amount) === null) return amount;
  // The type knows numbers only in the form of a literal; a text keeps every digit.
  return amountFormatter(language)
    .format(amount as `${number}`)
    .replace('-', '\u2212');
}

/** An amount with its symbol: `1.204,50 €`, `€1,204.50`. */
export function formatEuros(language: Language, amount: string): string {
  const written = formatAmount(language, amount);
  if (language !== 'en') return `${written}\u00a0€`;
  return written.startsWith('\u2212') ? `\u2212€${written.slice(1)}` : `€${written}`;
}

/** A whole number, grouped. */
export function formatCount(language: Language, count: number): string {
  return countFormatter(language).format(count);
}

/** Bytes in the unit that fits: `119 kB`, `10,4 MB`. */
export function formatBytes(language: Language, bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB'] as const;
  const power = bytes < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  const digits = power > 0 && value < 100 ? 1 : 0;
  const text = new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: digits }).format(
    value,
  );
  return `${text}\u00a0${units[power] ?? 'B'}`;
}
