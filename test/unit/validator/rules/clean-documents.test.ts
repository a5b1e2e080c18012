import { afterAll, describe, expect, it } from 'vitest';
import { createLedgerEngine } from '../../../../main/validator/ledger-engine.ts';
import { readSchemaPackage } from '../../../../main/validator/schema/schema-package.ts';
import { validateDocument } from '../../../../main/validator/validate-document.ts';
import { forms } from '../../../fixtures/validator/forms.ts';
import { createGenerator } from '../../../fixtures/validator/generator.ts';
import { makeDocument } from '../../../fixtures/validator/make-document.ts';

const engine = createLedgerEngine(readSchemaPackage());
afterAll(() => engine.dispose());
const validate = (xml: string, today = 20260410) =>
  validateDocument(Buffer.from(xml), { checks: 'all', today }, engine);

const operations = ['A00', 'M00'] as const;
const firstDays = ['2026-01-05', '2025-02-01', '2025-09-20', '2024-10-05', '2022-01-01'];

describe('documents that obey all rules', () => {
  it.each(forms.map(({ name }) => name))('84 of %s have neither errors nor warnings', (name) => {
    for (let seed = 1; seed <= 84; seed += 1) {
      const operation = operations[seed % 2] ?? 'A00';
      const firstDay = firstDays[seed % 5] ?? '2026-01-05';
      const { issues } = validate(
        makeDocument(name, { seed, records: (seed % 7) * 9 + 1, operation, firstDay }),
      );
      expect(issues.filter(({ severity }) => severity !== 'info')).toEqual([]);
    }
  });
});

describe('documents drawn at random', () => {
  it.each(forms.map(({ name }) => name))(
    'of %s are validated whatever their content, no element by two layers',
    (name) => {
      const generator = createGenerator(4711);
      for (let drawn = 0; drawn < 60; drawn += 1) {
        const { xml } = drawn % 2 === 0 ? generator.valid(name) : generator.mutant(name);
        const { issues, issueCounts } = validate(xml);
        const placeOf = ({ line, column }: (typeof issues)[number]) => `${line}:${column}`;
        const told = new Set(issues.filter(({ layer }) => layer === 'schema').map(placeOf));
        for (const issue of issues) {
          if (issue.layer !== 'rule') continue;
          expect(told.has(placeOf(issue))).toBe(false);
          expect(issue.line).toBeGreaterThan(0);
        }
        const total = issueCounts.error + issueCounts.warning + issueCounts.info;
        expect(issues).toHaveLength(Math.min(total, 1000));
      }
    },
  );
});
