import { describe, expect, it } from 'vitest';
import type { FileOrigin, WorklistFile } from '../../../contract/worklist.ts';
import { readYears } from '../../../renderer/screens/settings/schema-choice.ts';
import { readDifferences } from '../../../renderer/screens/settings/schema-difference.tsx';
import {
  otherWays,
  toMake,
  waitingCorrections,
} from '../../../renderer/screens/submission/what-to-correct.ts';
import { stillPlanned } from '../../../renderer/shared/corrections/still-planned.ts';
import { partsOf } from '../../../renderer/shared/worklist/worklist.ts';
import { makeWorklistFile } from './make-worklist-file.ts';

const made = (
  kind: FileOrigin['kind'],
  submission: WorklistFile['submission'] = null,
): WorklistFile => ({
  ...makeWorklistFile({ submission }),
  origin: { kind, submissionId: 's1', file: 'one.xml' },
});

const none = { rejected: 0, recorded: 0, missing: 0, acceptedWithErrors: 0, files: [] };

describe('the corrections to be made', () => {
  it('are those that have records', () => {
    expect(toMake({ ...none, rejected: 1, acceptedWithErrors: 2 })).toEqual([
      'rejected',
      'accepted_with_errors',
    ]);
    expect(toMake({ ...none, acceptedWithErrors: 2 })).toEqual(['accepted_with_errors']);
    expect(toMake(none)).toEqual([]);
  });

  it('are not those that wait on Submit; files sent and other changes do not wait', () => {
    const counts = { ...none, rejected: 1, acceptedWithErrors: 1 };
    expect(toMake({ ...counts, files: [made('rejected')] })).toEqual(['accepted_with_errors']);
    for (const kind of ['mended', 'edited', 'split'] as const)
      expect(toMake({ ...counts, files: [made(kind)] })).toEqual([]);
    const others = [
      made('rejected', { id: 's2', state: 'accepted', batchId: null }),
      made('cancellation'),
      made('modified'),
    ];
    expect(waitingCorrections({ files: others })).toEqual([]);
    expect(toMake({ ...counts, files: others })).toHaveLength(2);
  });

  it('leave no record out and make none twice where the LROE has some already', () => {
    const counts = { ...none, rejected: 3, recorded: 2, acceptedWithErrors: 1 };
    expect(otherWays(counts)).toEqual([
      { words: 'corrections.leaveOut', makes: ['not_recorded', 'accepted_with_errors'] },
      { words: 'corrections.modify', makes: ['recorded', 'not_recorded', 'accepted_with_errors'] },
    ]);
    const waiting = [made('accepted_with_errors')];
    expect(otherWays({ ...counts, files: waiting })).toEqual([]);
    expect(toMake({ ...counts, files: waiting })).toEqual(['not_recorded']);
    expect(toMake({ ...counts, rejected: 2, files: waiting })).toEqual([]);
    const lacking = { ...none, rejected: 2, missing: 1, acceptedWithErrors: 1 };
    expect(otherWays(lacking)).toEqual([
      {
        words: 'corrections.create',
        makes: ['missing', 'not_recorded', 'accepted_with_errors'],
      },
    ]);
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

it('a former plan shows what is still to be corrected, and nothing of another batch', () => {
  const former = [{ id: 'one' }, { id: 'two' }];
  expect(stillPlanned(former, { ids: ['two', 'three'] })).toEqual([{ id: 'two' }]);
  expect(stillPlanned(former, { batchId: 'another' })).toEqual([]);
  expect(stillPlanned(former, null)).toEqual([]);
});
