import { afterAll, describe, expect, it } from 'vitest';
import { createLedgerEngine } from '../../../../main/validator/ledger-engine.ts';
import { issueCodeOf, ledgerCodeOf, type Rule } from '../../../../main/validator/rules/rule.ts';
import { rules } from '../../../../main/validator/rules/table.ts';
import { readSchemaPackage } from '../../../../main/validator/schema/schema-package.ts';
import { validateDocument } from '../../../../main/validator/validate-document.ts';
import type { FormName } from '../../../fixtures/validator/forms.ts';
import { missingValues } from '../../../fixtures/validator/missing-values.ts';
import { buildDocument, type Edited } from '../../../fixtures/validator/rules/builder.ts';
import type { RulePair } from '../../../fixtures/validator/rules/pair.ts';
import { rulePairs } from '../../../fixtures/validator/rules/pairs.ts';

const engine = createLedgerEngine(readSchemaPackage());
afterAll(() => engine.dispose());

const usualDay = 20260410;

function validate(
  form: FormName,
  edited: Edited,
  today = usualDay,
  checks: 'all' | 'schema' = 'all',
) {
  return validateDocument(Buffer.from(buildDocument(form, edited)), { checks, today }, engine);
}

function ruleOf(name: string): Rule {
  const id = name.split(':')[0];
  const rule = rules.find((candidate) => candidate.id === id);
  if (rule === undefined) throw new Error(`no rule ${name}`);
  return rule;
}

const formsOfChapter = {
  '140/2.1': ['140-with-invoice', '140-with-invoice-cancellation'],
  '140/2.2': ['140-without-invoice', '140-without-invoice-cancellation'],
  '240/2': ['240-received', '240-received-cancellation'],
} as const;

function formsOf({ chapters, operations }: Rule): readonly FormName[] {
  const all = chapters.flatMap((chapter): readonly FormName[] => formsOfChapter[chapter]);
  if (operations === 'all') return all;
  return all.filter((form) => form.endsWith('cancellation') === (operations === 'cancellations'));
}

const cases = Object.entries(rulePairs).flatMap(([name, pair]) =>
  (pair.forms ?? formsOf(ruleOf(name))).map((form): [string, FormName, RulePair] => [
    name,
    form,
    pair,
  ]),
);

describe('each rule', () => {
  it.each(cases)(
    '%s (%s) finds the document that breaks it, which has no other fault',
    (name, form, pair) => {
      const rule = ruleOf(name);
      const { issues, verdict } = validate(form, pair.wrong, pair.today);
      expect(issues.flatMap(missingValues)).toEqual([]);
      const code = pair.code ?? issueCodeOf(rule.id);
      const ledgerCode = ledgerCodeOf(rule.id);
      const own = issues.filter((issue) => issue.code === code);
      expect(own, JSON.stringify(issues)).toHaveLength(1);
      const [issue] = own;
      expect(issue).toMatchObject({ layer: 'rule', ledgerCode });
      expect(
        issue?.path
          ?.split('/')
          .at(-1)
          ?.replace(/^(Gasto|FacturaRecibida)\[.*/, 'RECORD'),
      ).toBe(pair.at);
      const errors = issues
        .filter(({ severity }) => severity === 'error')
        .map((error) => error.ledgerCode ?? error.code);
      const wanted = issue?.severity === 'error' ? [ledgerCode ?? code, ...(pair.also ?? [])] : [];
      expect(errors.toSorted()).toEqual(wanted.toSorted());
      expect(verdict).toBe(
        { error: 'invalid', warning: 'warnings', info: 'valid' }[issue?.severity ?? 'error'],
      );
    },
  );

  it.each(cases)('%s (%s) accepts the document at its limit', (name, form, pair) => {
    const { issues } = validate(form, pair.right, pair.rightToday);
    expect(issues.map(({ code }) => code)).not.toContain(pair.code ?? issueCodeOf(ruleOf(name).id));
    expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it.each(cases)('%s (%s) is tested on documents that the schema accepts', (_name, form, pair) => {
    expect(validate(form, pair.wrong, usualDay, 'schema').issues).toEqual([]);
    expect(validate(form, pair.right, usualDay, 'schema').issues).toEqual([]);
  });

  it.each(rules.map(({ id }) => id))('%s has a pair', (id) => {
    expect(Object.keys(rulePairs).some((name) => name.split(':')[0] === id)).toBe(true);
  });

  it.each(Object.values(formsOfChapter).flat())('reports nothing for the clean %s', (form) => {
    expect(validate(form, {}).issues).toEqual([]);
  });
});
