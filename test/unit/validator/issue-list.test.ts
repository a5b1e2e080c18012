import { expect, it } from 'vitest';
import {
  maxListedIssues,
  mostSevere,
  type PlacedFault,
} from '../../../main/validator/issue-list.ts';

const fault = (severity: 'error' | 'warning' | 'info', element: number): PlacedFault => ({
  layer: 'rule',
  code: 'schema_decimal_comma',
  severity,
  element,
});

it('a list of faults within the limit keeps its order', () => {
  const faults = Array.from({ length: maxListedIssues }, (_, index) => fault('info', 5000 - index));
  expect(mostSevere(faults)).toBe(faults);
});

it('a longer list has errors before warnings, and earlier before later, in any order of finding', () => {
  const found = Array.from({ length: maxListedIssues }, (_, index) =>
    fault('warning', 5000 - index),
  );
  const errors = [fault('error', 9000), fault('error', 8000)];
  const listed = mostSevere([fault('info', 1), ...found, ...errors]);
  expect(listed).toHaveLength(maxListedIssues);
  expect(listed.slice(0, 3)).toEqual([
    fault('error', 8000),
    fault('error', 9000),
    fault('warning', 4001),
  ]);
  // The two that are latest in the document gave way.
  expect(listed.at(-1)).toEqual(fault('warning', 4998));
});
