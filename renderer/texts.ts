import type { i18n } from 'i18next';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../contract/choices.ts';
import type { Form } from '../contract/form.ts';
import {
  compareTexts,
  formatAmount,
  formatCount,
  formatDate,
  formatDay,
  formatEuros,
  formatMoment,
} from '../contract/formats.ts';
import { type LedgerBook, ledgerBooks } from '../contract/ledger-books.ts';
import { formatBytes } from './format/numbers.ts';
import { type TextKey, toLanguage } from './i18n.ts';

/** Numbers and dates in the language of the window. */
export interface Formats {
  readonly language: Language;
  count(value: number): string;
  amount(value: string): string;
  /** An amount with its symbol. */
  euros(value: string): string;
  bytes(value: number): string;
  /** The day of an instant in Bizkaia. */
  date(iso: string): string;
  /** A day: `2026-11-21`. */
  day(day: string): string;
  moment(iso: string, withSeconds?: boolean): string;
  /** The order of two texts, `2` before `10`. */
  compare(one: string, other: string): number;
}

function createFormats(language: Language): Formats {
  return {
    language,
    count: (value) => formatCount(language, value),
    amount: (value) => formatAmount(language, value),
    euros: (value) => formatEuros(language, value),
    bytes: (value) => formatBytes(language, value),
    date: (iso) => formatDate(language, new Date(iso)),
    day: (day) => formatDay(language, day),
    moment: (iso, withSeconds) => formatMoment(language, new Date(iso), withSeconds),
    compare: (one, other) => compareTexts(language, one, other),
  };
}

/**
 * Returns the sentence of a key in the language of the window, with its values; `count` chooses the
 * plural.
 */
export type Translate = (key: TextKey, values?: Readonly<Record<string, unknown>>) => string;

/** The sentence of a key outside a component. */
export function translate(
  texts: i18n,
  key: TextKey,
  values: Readonly<Record<string, unknown>> = {},
): string {
  return String(texts.t(key, values));
}

/** A component's texts: the sentences, and numbers and dates in their language. */
export function useTexts() {
  // `t` changes with the language, so derived values follow.
  const { t: ready, i18n } = useTranslation();
  const t = useCallback<Translate>((key, values = {}) => String(ready(key, values)), [ready]);
  const language = toLanguage(i18n.language);
  const formats = useMemo(() => createFormats(language), [language]);
  return { t, formats, i18n };
}

type BookKey = Pick<Form, 'model' | 'expenseType'>;

/** The contents of a book: `Recibidas`. */
function bookKindText(t: Translate, { expenseType }: BookKey): string {
  return t(`form.kind.${expenseType ?? 'received'}`);
}

/** A form's book without its operation: `240 · Recibidas`. */
export function bookText(t: Translate, book: BookKey): string {
  return `${t(`form.model.${book.model}`)} · ${bookKindText(t, book)}`;
}

/** The books in their order: those of companies before those of professionals. */
export const listedBooks: readonly LedgerBook[] = ledgerBooks.toSorted((a, b) =>
  b.model.localeCompare(a.model),
);

/** A form by its book and operation: `240 · Recibidas · Alta`. */
export function formText(t: Translate, form: Form): string {
  return `${bookText(t, form)} · ${t(`form.operation.${form.operation}`)}`;
}
