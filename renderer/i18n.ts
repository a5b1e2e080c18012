import { createInstance, type FormatterModule, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type Language, languages as languageIds } from '../contract/choices.ts';
import { endOnce, formatCount, writeValue } from '../contract/formats.ts';
import amountNames from '../locales/amounts.json';
import type answerTexts from '../locales/es/answers.json';
import type backupTexts from '../locales/es/backup.json';
import type batchTexts from '../locales/es/batch.json';
import type choiceTexts from '../locales/es/choice.json';
import type companyTexts from '../locales/es/companies.json';
import type companyPageTexts from '../locales/es/company.json';
import type correctionTexts from '../locales/es/corrections.json';
import type fixTexts from '../locales/es/fixes.json';
import type mendTexts from '../locales/es/mend.json';
import type overviewTexts from '../locales/es/overview.json';
import type profileTexts from '../locales/es/profile.json';
import type recordTexts from '../locales/es/record.json';
import type repetitionTexts from '../locales/es/repetition.json';
import type schemaTexts from '../locales/es/schemas.json';
import type windowTexts from '../locales/es/window.json';
import { later } from './later.ts';

type Singular<Key extends string> = Key extends `${infer Base}_one` | `${infer Base}_other`
  ? Base
  : Key;

type LeafKeys<Texts, Path extends string = ''> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? `${Path}${Singular<Key>}`
    : LeafKeys<Texts[Key], `${Path}${Key}.`>;
}[keyof Texts & string];

/**
 * Every key of the window's texts, without its plural ending. i18next's own key types do not
 * compile at this size.
 */
export type TextKey =
  | LeafKeys<typeof windowTexts>
  | LeafKeys<typeof answerTexts>
  | LeafKeys<typeof batchTexts>
  | LeafKeys<typeof choiceTexts>
  | LeafKeys<typeof companyTexts>
  | LeafKeys<typeof companyPageTexts>
  | LeafKeys<typeof correctionTexts>
  | LeafKeys<typeof fixTexts>
  | LeafKeys<typeof mendTexts>
  | LeafKeys<typeof overviewTexts>
  | LeafKeys<typeof profileTexts>
  | LeafKeys<typeof recordTexts>
  | LeafKeys<typeof repetitionTexts>
  | LeafKeys<typeof schemaTexts>
  | LeafKeys<typeof backupTexts>;

type TextFiles = Readonly<Record<string, Record<string, unknown>>>;

interface LanguageRow {
  /** In the language itself. */
  readonly name: string;
  /** Loaded with the first use of the language. */
  readonly texts: () => Promise<{ readonly files: TextFiles }>;
  /** The words for a record's fields and codes; loaded with the page that shows them. */
  readonly records: () => Promise<{ readonly default: object }>;
}

const rows: Readonly<Record<Language, LanguageRow>> = {
  es: {
    name: 'Español',
    texts: later(() => import('./languages/es.ts')),
    records: later(() => import('../locales/es/record.json')),
  },
  eu: {
    name: 'Euskara',
    texts: later(() => import('./languages/eu.ts')),
    records: later(() => import('../locales/eu/record.json')),
  },
  en: {
    name: 'English',
    texts: later(() => import('./languages/en.ts')),
    records: later(() => import('../locales/en/record.json')),
  },
};

/** The languages of the window, each by its own name. */
export const languages = languageIds.map((id) => ({ id, name: rows[id].name }));

/** A language tag as one of the window's; Spanish for any other. */
export function toLanguage(tag: string | undefined): Language {
  return languageIds.find((id) => id === tag) ?? 'es';
}

/** Files whose sentences belong to another namespace, apart because of their size. */
const namespaces: Readonly<Record<string, string>> = {
  rules: 'issues',
  answers: 'window',
  batch: 'window',
  choice: 'window',
  companies: 'window',
  company: 'window',
  corrections: 'window',
  mend: 'window',
  fixes: 'window',
  overview: 'window',
  profile: 'window',
  repetition: 'window',
  backup: 'window',
  schemas: 'window',
};

const recordTextsAdded = new Map<Language, Promise<void>>();

/** Adds a record's words in a language, once; a failure is tried again. */
export function addRecordTexts(texts: i18n, language = toLanguage(texts.language)): Promise<void> {
  const added =
    recordTextsAdded.get(language) ??
    rows[language].records().then((file) => {
      texts.addResourceBundle(language, 'window', file.default);
    });
  recordTextsAdded.set(language, added);
  added.catch(() => recordTextsAdded.delete(language));
  return added;
}

type Texts = Record<string, Record<string, string>>;

async function readTexts(language: Language): Promise<Texts> {
  const { files } = await rows[language].texts();
  const texts: Record<string, Record<string, unknown>> = {};
  for (const [path, sentences] of Object.entries(files)) {
    const name = path.split('/').at(-1)?.replace('.json', '') ?? '';
    const namespace = namespaces[name] ?? name;
    texts[namespace] = { ...texts[namespace], ...sentences };
  }
  return texts as Texts;
}

/**
 * Values that are amounts, or maximum amounts. A year, a line, a row and other naming numbers are
 * not.
 */
const amounts: ReadonlySet<string> = new Set(amountNames);

/**
 * Counts in every text are in the number format of the language; amounts, percentages and days
 * where the text says so; other values are unchanged.
 */
const amountsAsWritten: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, kind, language, options) =>
    typeof value === 'number' && amounts.has(String(options?.interpolationkey))
      ? formatCount(toLanguage(language), value)
      : writeValue(toLanguage(language), String(value ?? ''), kind),
};

/** Loads the sentences of a language while it is not certain yet that it is the one in use. */
export function loadTextsAhead(language: Language): void {
  rows[language].texts().catch(() => undefined);
}

/** The window's sentences in one language; `showLanguage` loads another. */
export async function createTexts(language: Language): Promise<i18n> {
  const texts = createInstance();
  await texts
    .use(initReactI18next)
    .use(amountsAsWritten)
    .use(endOnce)
    .init({
      lng: language,
      fallbackLng: false,
      ns: ['window', 'errors', 'issues'],
      defaultNS: 'window',
      resources: { [language]: await readTexts(language) },
      interpolation: { escapeValue: false, alwaysFormat: true },
      // Codes of the core may contain colons.
      nsSeparator: '::',
      postProcess: endOnce.name,
    });
  return texts;
}

/** Shows another language once its sentences are loaded, while it is still the wanted one. */
export async function showLanguage(
  texts: i18n,
  language: Language,
  isWanted: () => boolean,
): Promise<void> {
  if (!texts.hasResourceBundle(language, 'window'))
    for (const [namespace, sentences] of Object.entries(await readTexts(language)))
      texts.addResourceBundle(language, namespace, sentences);
  await addRecordTexts(texts, language);
  if (isWanted()) await texts.changeLanguage(language);
}
