import type { Language } from '../../contract/choices.ts';

/**
 * Locales of numbers and dates. Chromium carries no Basque data; Basque writes its numbers as
 * Spanish does, its dates are made in `dates.ts`.
 */
const locales: Readonly<Record<Language, string>> = { es: 'es-ES', eu: 'es-ES', en: 'en-GB' };

export const localeOf = (language: Language): string => locales[language];
