import { describe, expect, it } from 'vitest';
import type { FileOrigin, WorklistFile } from '../../../contract/worklist.ts';
import { readYears } from '../../../renderer/screens/settings/schema-choice.ts';
import { readDifferences } from '../../../renderer/screens/settings/schema-difference.tsx';
import {
  toMake,
  waitingCorrections,
} from '../../../renderer/screens/submission/what-to-correct.ts';
import { partsOf } from '../../../renderer/shared/worklist/worklist.ts';
import { makeWorklistFile } from './make-worklist-file.ts';

const made = (
  kind: FileOrigin['kind'],
  submission: WorklistFile['submission'] = null,
): WorklistFile => ({
  ...makeWorklistFile({ submission }),
  origin: { kind, submissionId: 's1', file: 'one.xml' },
});

describe('the corrections to be made', () => {
  it('are those that have records', () => {
    expect(toMake({ rejected: 1, acceptedWithErrors: 2, files: [] })).toEqual([
      'rejected',
      'accepted_with_errors',
    ]);
    expect(toMake({ rejected: 0, acceptedWithErrors: 2, files: [] })).toEqual([
      'accepted_with_errors',
    ]);
    expect(toMake({ rejected: 0, acceptedWithErrors: 0, files: [] })).toEqual([]);
  });

  it('are not those that wait on Submit; files sent and cancellations do not wait', () => {
    const counts = { rejected: 1, acceptedWithErrors: 1 };
    expect(toMake({ ...counts, files: [made('rejected')] })).toEqual(['accepted_with_errors']);
    const others = [
      made('rejected', { id: 's2', state: 'accepted', batchId: null }),
      made('cancellation'),
    ];
    expect(waitingCorrections({ files: others })).toEqual([]);
    expect(toMake({ ...counts, files: others })).toHaveLength(2);
  });
});

describe('the number of files for the records of a correction', () => {
  it.each([
    [1, 1],
    [10_000, 1],
    [10_001, 2],
    [20_000, 2],
    [20_001, 3],
  ])('%i records need %i', (records, parts) => {
    expect(partsOf(makeWorklistFile({ judged: { records } }))).toBe(parts);
  });

  it('is one when there is nothing to divide', () => {
    expect(partsOf(makeWorklistFile({ judged: null }))).toBe(1);
    expect(partsOf(makeWorklistFile({ judged: { records: 20_000, form: null } }))).toBe(1);
    const submission = { id: 's1', state: 'accepted', batchId: null };
    expect(partsOf(makeWorklistFile({ judged: { records: 20_000 }, submission }))).toBe(1);
  });
});

describe('fiscal years in a text', () => {
  it.each([
    ['2027', [2027]],
    [' 2028, 2027;2027 ', [2027, 2028]],
    ['', []],
    ['2019', null],
    ['2101', null],
    ['27', null],
    ['2027, mil', null],
    ['2027.5', null],
  ])('%j', (text, years) => {
    expect(readYears(text)).toEqual(years);
  });
});

it('the different verdicts of a refused package are read, without unreadable ones', () => {
  const difference = { schema: 'a', sample: 'clean', before: 'valid', after: 'invalid' };
  const differences = [
    difference,
    { ...difference, before: null },
    { ...difference, after: 'x' },
    3,
    null,
  ];
  expect(readDifferences({ code: 'schema_package_differs', details: { differences } })).toEqual([
    difference,
    { ...difference, before: null },
  ]);
  expect(readDifferences({ code: 'schema_package_differs', details: {} })).toEqual([]);
});
