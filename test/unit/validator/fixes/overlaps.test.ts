import { expect, it } from 'vitest';
import { type PlannedFix, withoutOverlaps } from '../../../../main/validator/fixes/plan.ts';
import type { Edit } from '../../../../main/validator/xml/edits.ts';

const planned = (element: number, edits: readonly Edit[]): PlannedFix => ({
  fix: 'code_case',
  edits,
  isStrict: false,
  fault: { layer: 'schema', code: 'schema_code', element },
});

it('two faults with the same fix are both fixed, and it is written once', () => {
  const insertion = [{ from: 4, to: 4, instead: '<a/>' }];
  const both = [planned(1, insertion), planned(2, structuredClone(insertion))];
  expect(withoutOverlaps(both)).toEqual({ fixes: both, edits: insertion });
});

it('the earlier of two fixes for one place is written', () => {
  const [first, second] = [
    planned(1, [{ from: 4, to: 9, instead: 'x' }]),
    planned(2, [{ from: 6, to: 7, instead: 'y' }]),
  ];
  expect(withoutOverlaps([second, first])).toEqual({ fixes: [first], edits: first.edits });
});
