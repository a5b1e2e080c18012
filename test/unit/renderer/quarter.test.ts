import { describe, expect, it } from 'vitest';
import { compareTexts } from '../../../contract/formats.ts';
import type { QuarterCompany } from '../../../contract/quarter.ts';
import { quarterStandings } from '../../../contract/quarter-standings.ts';
import { nextCell } from '../../../renderer/screens/overview/matrix-keys.ts';
import {
  labelsOf,
  narrowQuarter,
  ofTab,
  toFound,
} from '../../../renderer/screens/overview/quarter-filter.ts';
import { countParts, workOf } from '../../../renderer/shared/quarter/quarter-words.ts';

const byText = { compare: (one: string, other: string) => compareTexts('es', one, other) };

function make(id: string, changes: Partial<QuarterCompany> = {}): QuarterCompany {
  return {
    id,
    fullName: `Etxebarría ${id}`,
    taxId: `B4800000${id}`,
    code: null,
    group: null,
    adviser: null,
    authorization: 'none',
    standing: 'missing',
    cells: [],
    records: null,
    amount: null,
    unread: 0,
    accounting: null,
    bars: [null, null, null, 'missing'],
    ...changes,
  };
}

describe('the filter of the matrix', () => {
  const companies = [
    make('1', { code: '0417', adviser: 'Ane', group: 'Norte' }),
    make('2', { adviser: 'Jon', standing: 'complete' }),
    make('3', { adviser: 'Ane', standing: 'sent' }),
    make('4', { standing: 'nothing' }),
  ];
  const compared = ['0.00', null, '-0.01', '120.00'].map((difference, index) =>
    make(String(index), { accounting: { records: null, amount: '1.00', difference } }),
  );
  const ids = (found: readonly QuarterCompany[]) => found.map(({ id }) => id).join('');
  const narrow = (choice: object) =>
    ids(narrowQuarter(toFound(companies), { text: '', adviser: null, group: null, ...choice }));

  it.each([
    [{}, '1234'],
    [{ text: 'ETXEBARRIA' }, '1234'],
    [{ text: ' 0417 ' }, '1'],
    [{ text: 'b48000002' }, '2'],
    [{ text: 'etxe nobody' }, ''],
    [{ adviser: 'Ane' }, '13'],
    [{ adviser: 'Ane', group: 'Norte' }, '1'],
  ])('%j leaves %j', (choice, left) => expect(narrow(choice)).toBe(left));

  it('has tabs: companies that need attention, all, complete ones', () => {
    expect([ids(ofTab(companies, 'attention')), ids(ofTab(companies, 'complete'))]).toEqual([
      '1',
      '2',
    ]);
    expect(ids(ofTab(companies, 'all'))).toBe('1234');
    expect(ids(ofTab([...companies, ...compared], 'differs'))).toBe('23');
    expect(labelsOf(companies, 'adviser', byText)).toEqual(['Ane', 'Jon']);
  });

  it('counts every company in one part of the bar', () => {
    const all = quarterStandings.map((standing) => ({ standing }));
    const counts = countParts(all);
    expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(all.length);
    expect(counts).toMatchObject({ correct: 3, failed: 1, blocked: 2, complete: 1, missing: 1 });
  });
});

it.each([
  ['toCorrect', 'abc', '#/history/abc'],
  ['rejected', null, '#/history?company=1&waiting=1'],
  ['ready', null, '#/submit?company=B48000001'],
  ['missing', null, '#/submit?company=B48000001'],
  ['authorization', null, '#/companies/1'],
  ['complete', null, '#/history?company=1'],
] as const)('a cell that is %s leads to its work', (standing, submissionId, href) => {
  expect(workOf(make('1'), { standing, submissionId })).toBe(href);
});

it.each([
  ['ArrowRight', { row: -1, column: 0 }, { row: 0, column: 1 }],
  ['ArrowLeft', { row: 3, column: 0 }, { row: 3, column: 0 }],
  ['ArrowDown', { row: 3, column: 2 }, { row: 4, column: 2 }],
  ['End', { row: 0, column: 1 }, { row: 9, column: 1 }],
  ['ArrowRight', { row: 3, column: 4 }, { row: 3, column: 4 }],
  ['a', { row: 3, column: 4 }, null],
])('%s in the matrix leads from %j to %j', (key, from, to) => {
  expect(nextCell(key, from, { rows: 10, columns: 5 })).toEqual(to);
});
