import { readFileSync } from 'node:fs';
import { type Language, languages } from '../../../contract/choices.ts';
import type es from '../../../locales/es/desktop.json';

/** What the system's own menus, dialogs and notifications say. */
export type Texts = typeof es;

const read = new Map<Language, Texts>();

/** The sentences of a language. */
export function textsIn(language: Language): Texts {
  const file = new URL(`../../../locales/${language}/desktop.json`, import.meta.url);
  const texts = read.get(language) ?? (JSON.parse(readFileSync(file, 'utf8')) as Texts);
  read.set(language, texts);
  return texts;
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
  return languages.find((known) => known === language) ?? 'es';
}
