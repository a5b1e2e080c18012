import type { Language } from '../../../contract/choices.ts';
import en from '../../../locales/en/desktop.json' with { type: 'json' };
import es from '../../../locales/es/desktop.json' with { type: 'json' };
import eu from '../../../locales/eu/desktop.json' with { type: 'json' };

/** What the system's own menus, dialogs and notifications say. */
export type Texts = typeof es;

const texts: Readonly<Record<Language, Texts>> = { es, eu, en };

/** The sentences of a language. */
export function textsIn(language: Language): Texts {
  return texts[language];
}

/** Fills `{{name}}` places; one that is not given stays empty. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_place, name: string) => String(values[name] ?? ''));
}

/**
 * The language to speak while no setting can be read: the system's where it is one of ours, else
 * Spanish.
 */
export function languageOf(locale: string): Language {
  const [language] = locale.toLowerCase().split(/[-_]/);
  return language === 'eu' || language === 'en' ? language : 'es';
}
