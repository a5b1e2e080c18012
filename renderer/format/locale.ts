import type { Language } from '../../contract/choices.ts';

/**
 * Locale of numbers and dates. Chromium carries no Basque data; Basque writes its numbers as
 * Spanish does, its dates are made in `dates.ts`.
 */
export function localeOf(language: Language): string {
  return language === 'en' ? 'en-GB' : 'es-ES';
}
