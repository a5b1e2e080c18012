import type { Form } from '../../../contract/form.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';

/** What the worklist is narrowed to besides its tabs; null narrows nothing. */
export interface WorklistFilter {
  /** A taxpayer's tax id. */
  readonly company: string | null;
  /** A form as `formKey` names it. */
  readonly form: string | null;
  /** Words of a file's name, of its company, its tax id, or an invoice's number. */
  readonly text: string;
}

export const noWorklistFilter: WorklistFilter = { company: null, form: null, text: '' };

/** Whose a file is, by tax id; null for one that says nothing of it. */
export function companyOf(file: WorklistFile): string | null {
  return file.judged?.taxpayer?.taxId.toUpperCase() ?? null;
}

/**
 * Whose a file is, by name, as the office or the file calls it; empty for one that says nothing of
 * it.
 */
export function ownerOf(file: WorklistFile): string {
  return file.company?.fullName ?? file.judged?.taxpayer?.name ?? '';
}

/** A filter without what no file of the list has any more. */
export function stillThere(filter: WorklistFilter, files: readonly WorklistFile[]): WorklistFilter {
  const { company, form, text } = filter;
  const hasCompany = company !== null && files.some((file) => companyOf(file) === company);
  const hasForm =
    form !== null && files.some(({ judged }) => judged?.form && formKey(judged.form) === form);
  if (hasCompany === (company !== null) && hasForm === (form !== null)) return filter;
  return { company: hasCompany ? company : null, form: hasForm ? form : null, text };
}

export function formKey({ model, expenseType, operation }: Form): string {
  return [model, expenseType ?? 'received', operation].join(' ');
}

/** Without capitals and accents. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
}

function isNamed(file: WorklistFile, words: readonly string[]): boolean {
  const taxpayer = file.judged?.taxpayer;
  const text = fold([file.name, file.company?.fullName, taxpayer?.name, taxpayer?.taxId].join(' '));
  return words.every((word) => text.includes(word));
}

/**
 * Files that a filter lets through; `withInvoice` are those that have an invoice of the number that
 * is searched.
 */
export function narrow(
  files: readonly WorklistFile[],
  filter: WorklistFilter,
  withInvoice: ReadonlySet<string> = new Set(),
): readonly WorklistFile[] {
  const words = fold(filter.text).split(/\s+/).filter(Boolean);
  if (filter.company === null && filter.form === null && words.length === 0) return files;
  return files.filter((file) => {
    const form = file.judged?.form ?? null;
    return (
      (filter.company === null || companyOf(file) === filter.company) &&
      (filter.form === null || (form !== null && formKey(form) === filter.form)) &&
      (words.length === 0 || withInvoice.has(file.id) || isNamed(file, words))
    );
  });
}

/** Files of one company, under the name it is known by. */
export interface CompanyGroup {
  readonly taxId: string | null;
  /** Empty where the file does not say. */
  readonly name: string;
  readonly files: readonly WorklistFile[];
}

/** The list by companies, these by name; files without one come last. */
export function groupByCompany(files: readonly WorklistFile[]): readonly CompanyGroup[] {
  const groups = [...Map.groupBy(files, companyOf)].map(([taxId, own]) => {
    const named = own.find((file) => file.company !== null) ?? own[0];
    const name = named === undefined ? '' : ownerOf(named);
    return { taxId, name: taxId === null ? '' : name, files: own };
  });
  return groups.toSorted((one, other) => {
    if (one.taxId === null || other.taxId === null) return one.taxId === null ? 1 : -1;
    return one.name.localeCompare(other.name) || (one.taxId < other.taxId ? -1 : 1);
  });
}

/** The forms of a list, each with how many files are of it. */
export function countForms(
  files: readonly WorklistFile[],
): readonly { readonly key: string; readonly form: Form; readonly count: number }[] {
  const forms = files.flatMap((file) => file.judged?.form ?? []);
  return [...Map.groupBy(forms, formKey)]
    .flatMap(([key, own]) =>
      own[0] === undefined ? [] : [{ key, form: own[0], count: own.length }],
    )
    .toSorted((one, other) => (one.key < other.key ? -1 : 1));
}
