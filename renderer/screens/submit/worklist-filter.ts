import { foldText } from '../../../contract/fold-text.ts';
import type { Form } from '../../../contract/form.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';
import type { Formats } from '../../texts.ts';

/** The filters of the worklist besides its tabs; null filters nothing. */
export interface WorklistFilter {
  /** A taxpayer's tax id. */
  readonly company: string | null;
  /** A form as `formKey` names it. */
  readonly form: string | null;
  /** Words of a file's name, of its company, its tax id, or an invoice's number. */
  readonly text: string;
}

export const noWorklistFilter: WorklistFilter = { company: null, form: null, text: '' };

/** The company of a file, by tax id; null for a file that names none. */
export function companyOf(file: WorklistFile): string | null {
  return file.judged?.taxpayer?.taxId.toUpperCase() ?? null;
}

/** The company of a file, by the office's name or the file's; empty for a file that names none. */
export function ownerOf(file: WorklistFile): string {
  return file.company?.fullName ?? file.judged?.taxpayer?.name ?? '';
}

/** The filter, without those of its values that no file of the list has any more. */
export function stillThere(filter: WorklistFilter, files: readonly WorklistFile[]): WorklistFilter {
  const { company, form, text } = filter;
  const hasCompany = company !== null && files.some((file) => companyOf(file) === company);
  const hasForm =
    form !== null && files.some(({ judged }) => judged?.form && formKey(judged.form) === form);
  if (hasCompany === (company !== null) && hasForm === (form !== null)) return filter;
  return { company: hasCompany ? company : null, form: hasForm ? form : null, text };
}

function formKey({ model, expenseType, operation }: Form): string {
  return [model, expenseType ?? 'received', operation].join(' ');
}

function isNamed(file: WorklistFile, words: readonly string[]): boolean {
  const taxpayer = file.judged?.taxpayer;
  const text = foldText(
    [file.name, file.company?.fullName, taxpayer?.name, taxpayer?.taxId].join(' '),
  );
  return words.every((word) => text.includes(word));
}

/** Files that match a filter; `withInvoice` are those with the searched invoice number. */
export function narrow(
  files: readonly WorklistFile[],
  filter: WorklistFilter,
  withInvoice: ReadonlySet<string> = new Set(),
): readonly WorklistFile[] {
  const words = foldText(filter.text).split(/\s+/).filter(Boolean);
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

/** Files of one company, under its name. */
export interface CompanyGroup {
  readonly taxId: string | null;
  /** Empty where the file names none. */
  readonly name: string;
  readonly files: readonly WorklistFile[];
}

/** The list by companies, sorted by name; files without one come last. */
export function groupByCompany(
  files: readonly WorklistFile[],
  { compare }: Pick<Formats, 'compare'>,
): readonly CompanyGroup[] {
  const groups = [...Map.groupBy(files, companyOf)].map(([taxId, own]) => {
    const named = own.find((file) => file.company !== null) ?? own[0];
    const name = named === undefined ? '' : ownerOf(named);
    return { taxId, name: taxId === null ? '' : name, files: own };
  });
  return groups.toSorted((one, other) => {
    if (one.taxId === null || other.taxId === null) return one.taxId === null ? 1 : -1;
    return compare(one.name, other.name) || (one.taxId < other.taxId ? -1 : 1);
  });
}

/** The forms of a list, each with its number of files. */
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
