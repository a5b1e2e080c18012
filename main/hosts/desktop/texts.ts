import { readFileSync } from 'node:fs';
import { type Language, languages } from '../../../contract/choices.ts';
import type es from '../../../locales/es/desktop.json';

/** Texts of the system's menus, dialogs and notifications. */
export type Texts = typeof es;

const read = new Map<Language, Texts>();

/** The texts of a language. */
export function textsIn(language: Language): Texts {
  const file = new URL(`../../../locales/${language}/desktop.json`, import.meta.url);
  const texts = read.get(language) ?? (JSON.parse(readFileSync(file, 'utf8')) as Texts);
  read.set(language, texts);
  return texts;
}

/** Fills `{{name}}` places; a missing value leaves its place empty. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_place, name: string) => String(values[name] ?? ''));
}

/**
 * The language while no setting can be read: the person's first that is one of ours, else Spanish.
 * Chromium's locale knows no Basque, so it comes last.
 */
export function languageOf(...locales: readonly string[]): Language {
  const wanted = locales.map((locale) => locale.toLowerCase().split(/[-_]/)[0]);
  const first = wanted.find((language) => languages.some((known) => known === language));
  return languages.find((known) => known === first) ?? 'es';
}
