import { type FormName, formNames, ledgerBooks } from '../../../contract/ledger-books.ts';
import type { InstalledPackage, SchemaChoice } from '../../../contract/schema-package.ts';
import { bookText, type Formats, formText, type Translate } from '../../texts.ts';

const yearPattern = /^\d{4}$/;

/** The fiscal years in a text like `2027, 2028`; null for other text. An empty text has none. */
export function readYears(text: string): readonly number[] | null {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  const years = parts.map((part) => (yearPattern.test(part) ? Number(part) : Number.NaN));
  return years.every((year) => year >= 2020 && year <= 2100) ? [...new Set(years)].sort() : null;
}

function formsText(t: Translate, forms: readonly FormName[]): string {
  if (forms.length === formNames.length) return t('schemaPackages.allForms');
  return forms.map((form) => formNameText(t, form)).join('; ');
}

function formNameText(t: Translate, form: FormName): string {
  const creates = ledgerBooks.find(({ name }) => name === form);
  if (creates !== undefined) return bookText(t, creates);
  const cancels = ledgerBooks.find(({ name }) => `${name}-cancellation` === form);
  return cancels === undefined ? form : formText(t, { ...cancels, operation: 'cancellation' });
}

/** The documents that a package was chosen for, in words. */
export function choiceText(t: Translate, formats: Formats, choice: SchemaChoice): string {
  const forms = formsText(t, choice.forms);
  const years = choice.fiscalYears?.join(', ') ?? null;
  const date = choice.from === null ? null : formats.day(choice.from);
  if (years !== null && date !== null)
    return t('schemaPackages.forYearsFrom', { forms, years, date });
  if (years !== null) return t('schemaPackages.forYears', { forms, years });
  return date === null
    ? t('schemaPackages.forAll', { forms })
    : t('schemaPackages.forFrom', { forms, date });
}

/** The name of a package: its folder or zip. */
export function packageName(t: Translate, installed: InstalledPackage): string {
  return installed.sourceName ?? t(`schemaPackages.${installed.source}`);
}
