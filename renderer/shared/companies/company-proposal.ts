import { type CompanyText, mapTexts } from '../../../contract/company-texts.ts';
import { toNames } from '../../../contract/person-name.ts';
import { toTaxId } from '../../../contract/tax-id.ts';
import type { WorklistFile } from '../../../contract/worklist.ts';

/** The proposal for a new company; every field may be changed before it is created. */
export interface CompanyProposal extends Readonly<Record<CompanyText, string>> {
  readonly isIndividual: boolean;
  readonly fullName: string;
  readonly taxId: string;
  /** Name of its source file; null without one. */
  readonly file: string | null;
}

const noTexts = mapTexts(() => '');

const naturalPerson = /^[0-9XYZKLM]\d{7}[A-Z]$/;
const legalEntity = /^[ABCDEFGHJNPQRSUVW]\d{7}[0-9A-J]$/;

/** Whether a tax id has the form of a natural person's (NIF, NIE). */
export function isNaturalPersonsTaxId(taxId: string): boolean {
  return naturalPerson.test(toTaxId(taxId));
}

/** Whether a text has the form of a Spanish tax id; the core checks the control character. */
export function looksLikeTaxId(taxId: string): boolean {
  const bare = toTaxId(taxId);
  return naturalPerson.test(bare) || legalEntity.test(bare);
}

interface NameParts {
  readonly firstName: string;
  readonly lastName1: string;
  readonly lastName2: string;
}

/**
 * Proposes the parts of a person's name. `SURNAME SURNAME, NAME` is recognised by its comma.
 * Without one, a name in capitals or `from` a file of the ledger has surnames first, any other the
 * spoken order. Only a proposal: the person sees it and may change it.
 */
export function splitName(fullName: string, from: 'ledger' | 'person' = 'person'): NameParts {
  const text = fullName.trim().replaceAll(/\s+/g, ' ');
  const comma = text.indexOf(',');
  if (comma > 0) {
    const [lastName1 = '', ...rest] = toNames(text.slice(0, comma));
    return { firstName: text.slice(comma + 1).trim(), lastName1, lastName2: rest.join(' ') };
  }
  const names = toNames(text);
  if (names.length < 2) return { firstName: names[0] ?? '', lastName1: '', lastName2: '' };
  const isSurnameFirst = from === 'ledger' || text === text.toUpperCase();
  if (names.length === 2) {
    const [one = '', other = ''] = names;
    return from === 'ledger'
      ? { firstName: other, lastName1: one, lastName2: '' }
      : { firstName: one, lastName1: other, lastName2: '' };
  }
  if (isSurnameFirst) {
    return {
      lastName1: names[0] ?? '',
      lastName2: names[1] ?? '',
      firstName: names.slice(2).join(' '),
    };
  }
  return {
    firstName: names.slice(0, -2).join(' '),
    lastName1: names.at(-2) ?? '',
    lastName2: names.at(-1) ?? '',
  };
}

/** A proposal from a file's taxpayer. */
export function proposeCompany(
  taxpayer: { readonly taxId: string; readonly name: string },
  file: string,
): CompanyProposal {
  const isIndividual = isNaturalPersonsTaxId(taxpayer.taxId);
  const { name: fullName, taxId } = taxpayer;
  const names = isIndividual ? splitName(fullName, 'ledger') : {};
  return { isIndividual, fullName, taxId, ...noTexts, ...names, file };
}

/** One proposal per taxpayer of the files, in their order. */
export function proposeCompanies(files: readonly WorklistFile[]): readonly CompanyProposal[] {
  const proposals = new Map<string, CompanyProposal>();
  for (const file of files) {
    const taxpayer = file.judged?.taxpayer;
    if (taxpayer == null || proposals.has(taxpayer.taxId)) continue;
    proposals.set(taxpayer.taxId, proposeCompany(taxpayer, file.name));
  }
  return [...proposals.values()];
}

/** An empty proposal, for a company without a file. */
export const emptyProposal: CompanyProposal = {
  isIndividual: false,
  fullName: '',
  taxId: '',
  ...noTexts,
  file: null,
};
