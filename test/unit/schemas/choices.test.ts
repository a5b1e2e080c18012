import { describe, expect, it } from 'vitest';
import {
  addChoice as addTo,
  choicesOf,
  formsOf,
  mergePackages,
  type PackageChoice,
} from '../../../main/features/schemas/choices.ts';
import { findForm } from '../../../main/validator/forms.ts';
import { readSchemaPackage } from '../../../main/validator/schema/schema-package.ts';

const builtIn = readSchemaPackage();
const forms = formsOf(builtIn);
const packages = new Map([
  ['built-in', builtIn],
  ['lroe-new', builtIn],
  ['lroe-old', builtIn],
  ['x', builtIn],
]);
const addChoice = (choices: readonly PackageChoice[], added: PackageChoice) =>
  addTo(choices, added, packages);
const choice = (over: Partial<PackageChoice> = {}): PackageChoice => ({
  packageId: 'lroe-new',
  forms,
  fiscalYears: null,
  from: null,
  ...over,
});
const root = {
  name: builtIn.schemas[0]?.root ?? '',
  namespace: builtIn.schemas[0]?.namespace ?? '',
};
const form = '140-with-invoice' as const;

/** The package that checks a document of the first form. */
function judgedBy(
  choices: PackageChoice[],
  fiscalYear: number | null,
  today = 20260601,
): string | undefined {
  const schemas = mergePackages(packages, choices).schemas.filter(
    ({ form: { expenseType, operationGroup } }) =>
      expenseType === 'with_invoice' && operationGroup === 'creation_or_modification',
  );
  const first = schemas.find(({ root: name }) => name.includes('ConFacturaAltaModif'));
  const match = findForm(
    schemas,
    { name: first?.root ?? '', namespace: first?.namespace ?? '' },
    { fiscalYear, today },
  );
  return match?.definition.schemaId.includes('/') ? 'new' : 'built-in';
}

describe('the choice of schemas', () => {
  it('has the built-in ones where nothing was chosen', () => {
    expect(mergePackages(packages, []).schemas).toEqual(builtIn.schemas);
    expect(choicesOf('built-in', [], forms)).toEqual([{ forms, fiscalYears: null, from: null }]);
    expect(findForm(builtIn.schemas, root)?.by).toBe('exact');
  });

  it('has a package for its fiscal years only', () => {
    const choices = addChoice([], choice({ fiscalYears: [2027] }));
    expect([2026, 2027, 2028, null].map((year) => judgedBy(choices, year))).toEqual([
      'built-in',
      'new',
      'built-in',
      'built-in',
    ]);
  });

  it('has a package from its first day on', () => {
    const choices = addChoice([], choice({ from: '2026-06-01' }));
    expect(judgedBy(choices, 2026, 20260531)).toBe('built-in');
    expect(judgedBy(choices, 2026, 20260601)).toBe('new');
  });

  it('is set back by choosing the built-in package', () => {
    const chosen = addChoice(addChoice([], choice()), choice({ fiscalYears: [2027] }));
    expect(judgedBy(chosen, 2025)).toBe('new');
    expect(addChoice(chosen, choice({ packageId: 'built-in' }))).toEqual([]);
    const lastYear = addChoice(chosen, choice({ packageId: 'built-in', fiscalYears: [2025] }));
    expect([judgedBy(lastYear, 2025), judgedBy(lastYear, 2026)]).toEqual(['built-in', 'new']);
  });

  it('replaces choices for the same documents and keeps the others', () => {
    const two = addChoice([choice({ packageId: 'lroe-old' })], choice({ forms: [form] }));
    expect(two.map(({ packageId, forms: of }) => [packageId, of.length])).toEqual([
      ['lroe-new', 1],
      ['lroe-old', 5],
    ]);
    const years = addChoice(
      [choice({ fiscalYears: [2026, 2027] })],
      choice({ packageId: 'x', fiscalYears: [2027, 2026] }),
    );
    expect(years.map(({ packageId }) => packageId)).toEqual(['x']);
  });

  it('ignores a package that does not exist', () => {
    expect(mergePackages(packages, [choice({ packageId: 'lroe-gone' })]).schemas).toEqual(
      builtIn.schemas,
    );
  });
});
