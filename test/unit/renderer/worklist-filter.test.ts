import { describe, expect, it } from 'vitest';
import { compareTexts } from '../../../contract/formats.ts';
import {
  countForms,
  groupByCompany,
  narrow,
  noWorklistFilter,
} from '../../../renderer/screens/submit/worklist-filter.ts';
import { makeWorklistFile } from './make-worklist-file.ts';

const byText = { compare: (one: string, other: string) => compareTexts('es', one, other) };

const of = (
  id: string,
  taxId: string,
  name: string,
  operation: 'creation' | 'cancellation' = 'creation',
) =>
  makeWorklistFile({
    id,
    judged: { taxpayer: { taxId, name }, form: { model: '240', operation, expenseType: null } },
  });
const files = [
  of('a', 'b1', 'Zubieta'),
  of('b', 'A2', 'Aldape'),
  of('c', 'B1', 'Zubieta', 'cancellation'),
  makeWorklistFile({ id: 'd', judged: null }),
];
const ids = (some: readonly { id: string }[]) => some.map(({ id }) => id);

describe('the filter of the worklist', () => {
  it('filters by company, in any case of its tax id, and by form', () => {
    expect(narrow(files, noWorklistFilter)).toBe(files);
    expect(ids(narrow(files, { company: 'B1', form: null, text: '' }))).toEqual(['a', 'c']);
    expect(ids(narrow(files, { company: null, form: '240 received creation', text: '' }))).toEqual([
      'a',
      'b',
    ]);
    expect(narrow(files, { company: 'A2', form: '240 received cancellation', text: '' })).toEqual(
      [],
    );
  });

  it('filters by words of the name, the company and the tax id, and by invoices found', () => {
    const some = [
      makeWorklistFile({ id: 'a', name: 'gastos_3T.xml' }),
      makeWorklistFile({ id: 'b', company: { id: 'c', fullName: 'Etxebarría Goñi, Miren' } }),
      makeWorklistFile({ id: 'c', company: null, judged: null }),
    ];
    const find = (text: string, invoices: readonly string[] = []) =>
      ids(narrow(some, { ...noWorklistFilter, text }, new Set(invoices)));
    expect(find('GASTOS')).toEqual(['a']);
    expect(find('etxebarria goni')).toEqual(['b']);
    expect(find('a99800476')).toEqual(['a', 'b']);
    expect(find('A4/0001', ['c'])).toEqual(['c']);
    expect(find('nada')).toEqual([]);
  });

  it('offers the existing forms, with the number of files', () => {
    expect(countForms(files).map(({ key, count }) => [key, count])).toEqual([
      ['240 received cancellation', 1],
      ['240 received creation', 2],
    ]);
  });

  it('groups by company, sorted by name, with files without a company last', () => {
    expect(groupByCompany(files, byText).map(({ taxId, files: own }) => [taxId, ids(own)])).toEqual(
      [
        ['A2', ['b']],
        ['B1', ['a', 'c']],
        [null, ['d']],
      ],
    );
  });
});
