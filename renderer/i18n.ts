import { createInstance, type FormatterModule, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../contract/choices.ts';
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
import type repetitionTexts from '../locales/es/repetition.json';
import type schemaTexts from '../locales/es/schemas.json';
import type windowTexts from '../locales/es/window.json';
import { formatCount } from './format/numbers.ts';

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
  | LeafKeys<typeof repetitionTexts>
  | LeafKeys<typeof schemaTexts>
  | LeafKeys<typeof backupTexts>;

/** The languages of the window, each by the name it gives itself. */
export const languages: readonly {
  readonly id: Language;
  readonly short: string;
  readonly name: string;
}[] = [
  { id: 'es', short: 'ES', name: 'Español' },
  { id: 'eu', short: 'EU', name: 'Euskara' },
  { id: 'en', short: 'EN', name: 'English' },
];

/** Narrows a language tag to one of the window's; Spanish for any other. */
export function toLanguage(tag: string | undefined): Language {
  return languages.find(({ id }) => id === tag)?.id ?? 'es';
}

const files = import.meta.glob<Record<string, unknown>>(
  '../locales/*/{window,answers,batch,choice,companies,company,corrections,mend,fixes,overview,profile,repetition,schemas,backup,errors,issues,rules}.json',
  {
    eager: true,
    import: 'default',
  },
);

/**
 * Files whose sentences stand in another's namespace: they are apart only because of their size.
 */
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

type Resources = Record<string, Record<string, Record<string, unknown>>>;

function readResources(): Resources {
  const resources: Resources = {};
  for (const [path, texts] of Object.entries(files)) {
    const [language = '', file = ''] = path.split('/').slice(-2);
    const name = file.replace('.json', '');
    const namespace = namespaces[name] ?? name;
    const others = resources[language];
    resources[language] = { ...others, [namespace]: { ...others?.[namespace], ...texts } };
  }
  return resources;
}

/**
 * Values that say how many there are, or how many there may be. A year, a line, a row and other
 * numbers that name a thing are none.
 */
const amounts: ReadonlySet<string> = new Set(amountNames);

/**
 * How many there are is written as numbers are in the language, in every sentence that says it;
 * other values are given as they are to be read.
 */
const amountsAsWritten: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, _format, language, options) =>
    typeof value === 'number' && amounts.has(String(options?.interpolationkey))
      ? formatCount(toLanguage(language), value)
      : String(value ?? ''),
};

/**
 * Every sentence of the window in its three languages, bundled: nothing is fetched when the
 * language changes.
 */
export async function createTexts(language: Language): Promise<i18n> {
  const texts = createInstance();
  await texts
    .use(initReactI18next)
    .use(amountsAsWritten)
    .init({
      lng: language,
      fallbackLng: 'es',
      ns: ['window', 'errors', 'issues'],
      defaultNS: 'window',
      resources: readResources() as Record<string, Record<string, Record<string, string>>>,
      interpolation: { escapeValue: false, alwaysFormat: true },
      // Codes of the core may hold colons.
      nsSeparator: '::',
    });
  return texts;
}
