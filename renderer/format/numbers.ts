import type { Language } from '../../contract/choices.ts';
import { localeOf } from '../../contract/formats.ts';

/** Bytes in a fitting unit: `119 kB`, `10,4 MB`. */
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
