import { readFileSync } from 'node:fs';
import { createInstance, type FormatterModule } from 'i18next';
import { withKindWords } from '../../contract/answer.ts';
import type { Language } from '../../contract/choices.ts';
import type { InputFault } from '../../contract/error-details.ts';
import type { CallError } from '../../contract/errors.ts';
import type { Form } from '../../contract/form.ts';
import {
  endOnce,
  formatAmount,
  formatCount,
  formatEuros,
  writeValue,
} from '../../contract/formats.ts';
import { inputFaultsOf } from '../../contract/input-fault.ts';
import { unknownKeysOf } from '../../contract/unknown-key.ts';

type Params = Readonly<Record<string, unknown>>;

/** The sentences of one language. */
export interface Texts {
  readonly language: Language;
  /** A sentence of `locales/<language>/cli.json` or `receipt.json`. */
  say(key: string, params?: Params): string;
  /** A failure in words: `locales/<language>/errors.json`; a space `between` its sentences. */
  failure(error: CallError, between?: string): string;
  /** Its title alone. */
  title(error: CallError): string;
  /** Its message alone, without title and hint. */
  happened(error: CallError): string;
  /** One part of an issue's explanation, null when its code has no such part. */
  issue(code: string, part: 'title' | 'message' | 'hint', params: Params): string | null;
  /** A way to fix in words: `locales/<language>/fixes.json`. */
  fix(id: string): string;
  /** A count, grouped as in the window. */
  number(value: number): string;
  /** A decimal string (`"84310.22"`) as an amount of money. */
  amount(decimal: string): string;
  /** An amount with its symbol: `84.310,22 €`, `€84,310.22`. */
  euros(decimal: string): string;
  /** The same sentences with plain numbers, for other programs. */
  readonly plain: Texts;
}

type Namespace = 'cli' | 'errors' | 'issues' | 'fixes';
type Find = (namespace: Namespace, key: string, params: Params) => string | null;

/**
 * The rules' sentences have a file of their own and are issues like the others; those of a receipt
 * belong to the core, like the command line's.
 */
const namespaceFiles: Readonly<Record<Namespace, readonly string[]>> = {
  cli: ['cli', 'receipt', 'answers', 'profile', 'overview'],
  errors: ['errors'],
  issues: ['issues', 'rules'],
  fixes: ['fixes'],
};

function readNamespace(language: Language, namespace: Namespace): Record<string, unknown> {
  const files = namespaceFiles[namespace];
  const texts = files.map((name) => {
    const file = new URL(`../../locales/${language}/${name}.json`, import.meta.url);
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  });
  return Object.assign({}, ...texts);
}

/**
 * Names of values that are counts (`locales/amounts.json`); a year, a line and other numbers that
 * name a thing are none.
 */
function readAmounts(): ReadonlySet<string> {
  const file = new URL('../../locales/amounts.json', import.meta.url);
  return new Set(JSON.parse(readFileSync(file, 'utf8')) as readonly string[]);
}

/** How values are written: for people of a language, or for other programs. */
interface Writing extends Pick<Texts, 'number' | 'amount' | 'euros'> {
  /** A value of the kind its sentence asks for (`{{quota, euros}}`). */
  value(value: string, kind: string | undefined): string;
}

/** Counts are grouped; other values are written as their sentence asks. */
function amountsAsWritten(writing: Writing): FormatterModule {
  const amounts = readAmounts();
  return {
    type: 'formatter',
    init: () => undefined,
    add: () => undefined,
    addCached: () => undefined,
    format: (value: unknown, kind, _language, options) =>
      typeof value === 'number' && amounts.has(String(options?.interpolationkey))
        ? writing.number(value)
        : writing.value(String(value ?? ''), kind),
  };
}

/** Finds sentences; reads a file of them on first use. */
function createFind(language: Language, writing: Writing): Find {
  const i18n = createInstance().use(amountsAsWritten(writing)).use(endOnce);
  void i18n.init({
    lng: language,
    resources: {},
    interpolation: { escapeValue: false, alwaysFormat: true },
    initAsync: false,
    postProcess: endOnce.name,
    missingInterpolationHandler: () => '…',
  });
  return (namespace, key, params) => {
    if (!i18n.hasResourceBundle(language, namespace)) {
      i18n.addResourceBundle(language, namespace, readNamespace(language, namespace));
    }
    const options = { ...params, ns: namespace };
    return i18n.exists(key, options) ? i18n.t(key, options) : null;
  };
}

const units: Readonly<Record<string, string>> = { euros: '\u00a0€', percent: '\u00a0%' };

const loaded = new Map<Language, Texts>();

/** The command line's sentences in a language; read once. */
export function loadTexts(language: Language): Texts {
  const texts = loaded.get(language) ?? readTexts(language);
  loaded.set(language, texts);
  return texts;
}

function readTexts(language: Language): Texts {
  const plain = createTexts(language, {
    number: String,
    amount: (decimal) => decimal,
    euros: (decimal) => decimal,
    value: (value, kind) => `${value}${units[kind ?? ''] ?? ''}`,
  });
  return createTexts(language, {
    number: (value) => formatCount(language, value),
    amount: (decimal) => formatAmount(language, decimal),
    euros: (decimal) => formatEuros(language, decimal),
    value: (value, kind) => writeValue(language, value, kind),
    plain,
  });
}

function createTexts(language: Language, writing: Writing & { readonly plain?: Texts }): Texts {
  const { number, amount, euros, plain } = writing;
  const find = createFind(language, writing);
  const texts: Omit<Texts, 'plain'> = {
    language,
    say: (key, params = {}) => find('cli', key, params) ?? key,
    failure: (error, between) => failureText(find, error, ['title', 'message', 'hint'], between),
    title: (error) => failureText(find, error, ['title']),
    happened: (error) => failureText(find, error, ['message']),
    issue: (code, part, params) => find('issues', `${code}.${part}`, params),
    fix: (id) => find('fixes', `fix.${id}`, {}) ?? id,
    number,
    amount,
    euros,
  };
  return {
    ...texts,
    get plain(): Texts {
      return plain ?? this;
    },
  };
}

/** A form in words, with the file's operation; empty for a file of no form. */
export function formText(form: Form | null, texts: Texts): string {
  if (form === null) return '';
  const { model, expenseType, operation } = form;
  return texts.say(`form.${model}.${expenseType ?? 'received_invoices'}.${operation}`);
}

function failureText(
  find: Find,
  error: CallError,
  wanted: readonly string[],
  between = ' ',
): string {
  const { code, details } = error;
  if (details.reason === 'host_lost') return find('cli', 'hostLost', {}) ?? code;
  const unknown = unknownKeysOf(error).map(({ path, nearest }) =>
    find('cli', nearest === null ? 'unknownKey.alone' : 'unknownKey.near', { path, nearest }),
  );
  const faults = inputFaultsOf(error).map((fault) => faultText(find, fault));
  const told = unknown.length > 0 ? unknown : faults;
  if (told.length > 0) return [...told, find('cli', 'unknownKey.nothingDone', {})].join(' ');
  const words = withKindWords(details, (kind) => find('cli', `profile.kinds.${kind}`, {}) ?? kind);
  // Of a submission that only a history set aside has, the usual sentence would not be true.
  const parts =
    details.isAside === true
      ? [find('errors', `${code}.title`, words), find('cli', 'sentAside', {})]
      : wanted.map((part) => find('errors', `${code}.${part}`, words));
  return parts.flatMap((part) => (part === null ? [] : endSentence(part))).join(between) || code;
}

/** A title has no full stop of its own. */
const endSentence = (text: string): string => (/[.!?…:]$/.test(text) ? text : `${text}.`);

/** A place of an input, and what was expected there. */
function faultText(find: Find, { path, expected: { kind, ...words } }: InputFault): string {
  const expected = find('cli', `expected.${kind}`, words) ?? find('cli', 'expected.form', {});
  return find('cli', path === '' ? 'expected.whole' : 'expected.at', { path, expected }) ?? path;
}
