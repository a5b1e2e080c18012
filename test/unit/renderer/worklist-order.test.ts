import { describe, expect, it } from 'vitest';
import type { Language } from '../../../contract/choices.ts';
import { compareTexts } from '../../../contract/formats.ts';
import {
  groupByCompany,
  noWorklistFilter,
  stillThere,
} from '../../../renderer/screens/submit/worklist-filter.ts';
import {
  nextOrder,
  sortFiles,
  sortGroups,
  type WorklistColumn,
} from '../../../renderer/screens/submit/worklist-order.ts';
import { makeWorklistFile } from './make-worklist-file.ts';

const sortedIn = (language: Language) => ({
  compare: (one: string, other: string) => compareTexts(language, one, other),
});
const words = { ...sortedIn('es'), book: () => '' };
const counts = (error: number, warning = 0) => ({ error, warning, info: 0 });
const company = (fullName: string) => ({ id: fullName, fullName });

function namesBy(
  files: readonly ReturnType<typeof makeWorklistFile>[],
  column: WorklistColumn,
  direction: 'ascending' | 'descending' = 'ascending',
) {
  return sortFiles(files, { column, direction }, words).map(({ name }) => name);
}

describe('the order of the worklist', () => {
  it('has problems first, then the order of arrival, until a column is chosen', () => {
    const files = ['b', 'a', 'c'].map((name) => makeWorklistFile({ id: name, name }));
    const bad = makeWorklistFile({ id: 'bad', judged: { verdict: 'invalid' } });
    const waiting = makeWorklistFile({ id: 'waiting', obstacle: 'authorization_required' });
    const ids = sortFiles([...files, waiting, bad], null, words).map(({ id }) => id);
    expect(ids).toEqual(['bad', 'waiting', 'b', 'a', 'c']);
    const first = nextOrder(null, 'amount');
    const second = nextOrder(first, 'amount');
    expect(first).toEqual({ column: 'amount', direction: 'ascending' });
    expect(second).toEqual({ column: 'amount', direction: 'descending' });
    expect(nextOrder(second, 'amount')).toBe(null);
    expect(nextOrder(second, 'file')).toEqual({ column: 'file', direction: 'ascending' });
    expect(nextOrder(first, 'choice')).toBe(first);
  });

  it('has what was not delivered before what has warnings or is ready', () => {
    const submission = { id: 's', state: 'failed', batchId: null };
    const files = [
      makeWorklistFile({ id: 'ready' }),
      makeWorklistFile({ id: 'warnings', judged: { verdict: 'warnings' } }),
      makeWorklistFile({ id: 'undelivered', submission }),
      makeWorklistFile({ id: 'bad', judged: { verdict: 'invalid' } }),
    ];
    const ids = sortFiles(files, null, words).map(({ id }) => id);
    expect(ids).toEqual(['bad', 'undelivered', 'warnings', 'ready']);
  });

  it('has what was corrected with another submission among the finished ones', () => {
    const sent = (id: string, state: string, waits: boolean) =>
      makeWorklistFile({ id, submission: { id, state, batchId: null, waits } });
    const files = [
      sent('done', 'accepted', false),
      sent('corrected', 'partially_accepted', false),
      sent('later', 'accepted', false),
      sent('open', 'partially_accepted', true),
      makeWorklistFile({ id: 'ready' }),
    ];
    const ids = sortFiles(files, null, words).map(({ id }) => id);
    expect(ids).toEqual(['open', 'ready', 'done', 'corrected', 'later']);
  });

  it('sorts numbers in names by their value, without regard to case, and accents as the language does', () => {
    const files = [
      'recibidas 10.xml',
      'Recibidas 9.xml',
      'órdenes.xml',
      'pagos.xml',
      'recibidas 2.xml',
    ].map((name) => makeWorklistFile({ id: name, name }));
    const sorted = [
      'órdenes.xml',
      'pagos.xml',
      'recibidas 2.xml',
      'Recibidas 9.xml',
      'recibidas 10.xml',
    ];
    expect(namesBy(files, 'file')).toEqual(sorted);
    expect(namesBy(files, 'file', 'descending')).toEqual(sorted.toReversed());
  });

  it('sorts the files of one company by name, and files without a company last in both directions', () => {
    const files = [
      makeWorklistFile({ name: 'x.xml', judged: null, company: null }),
      makeWorklistFile({ name: '10.xml', company: company('Zubi SA') }),
      makeWorklistFile({ name: '9.xml', company: company('Zubi SA') }),
      makeWorklistFile({ name: '1.xml', company: company('Álava SL') }),
    ];
    expect(namesBy(files, 'company')).toEqual(['1.xml', '9.xml', '10.xml', 'x.xml']);
    expect(namesBy(files, 'company', 'descending')).toEqual(['9.xml', '10.xml', '1.xml', 'x.xml']);
  });

  it('sorts amounts and records by value, with missing ones last', () => {
    const amount = (value: string | null) => ({
      amount: value,
      base: null,
      vat: null,
      deductibleVat: null,
    });
    const files = [
      makeWorklistFile({ name: 'none', judged: { totals: amount(null), form: null, records: 0 } }),
      makeWorklistFile({ name: 'large', judged: { totals: amount('1000.00'), records: 1 } }),
      makeWorklistFile({ name: 'negative', judged: { totals: amount('-3.50'), records: 3 } }),
      makeWorklistFile({ name: 'small', judged: { totals: amount('99.99'), records: 2 } }),
    ];
    expect(namesBy(files, 'amount')).toEqual(['negative', 'small', 'large', 'none']);
    expect(namesBy(files, 'amount', 'descending')).toEqual(['large', 'small', 'negative', 'none']);
    expect(namesBy(files, 'records')).toEqual(['large', 'small', 'negative', 'none']);
  });

  it('sorts by urgency, then by the number of faults', () => {
    const sent = (id: string, state: string) =>
      makeWorklistFile({ name: id, submission: { id, state, batchId: null } });
    const files = [
      sent('accepted', 'accepted'),
      makeWorklistFile({ name: 'ready' }),
      makeWorklistFile({
        name: 'two warnings',
        judged: { verdict: 'warnings', issueCounts: counts(0, 2) },
      }),
      makeWorklistFile({
        name: 'one error',
        judged: { verdict: 'invalid', issueCounts: counts(1, 10_000) },
      }),
      sent('unknown', 'unknown'),
      makeWorklistFile({
        name: 'ten errors',
        judged: { verdict: 'invalid', issueCounts: counts(10) },
      }),
      makeWorklistFile({ name: 'nobody', company: null }),
      makeWorklistFile({
        name: 'ten warnings',
        judged: { verdict: 'warnings', issueCounts: counts(0, 10) },
      }),
    ];
    const sorted = [
      ...['ten errors', 'one error', 'unknown', 'nobody', 'ten warnings', 'two warnings'],
      ...['ready', 'accepted'],
    ];
    expect(namesBy(files, 'verdict')).toEqual(sorted);
    expect(namesBy(files, 'verdict', 'descending')).toEqual(sorted.toReversed());
  });

  it('keeps groups sorted by name, unless the company column is reversed', () => {
    const files = ['B', 'A'].map((name) =>
      makeWorklistFile({
        id: name,
        company: company(name),
        judged: { taxpayer: { taxId: name, name } },
      }),
    );
    const groups = groupByCompany(files, words);
    const names = (order: Parameters<typeof sortGroups>[1]) =>
      sortGroups(groups, order).map(({ name }) => name);
    expect(names(null)).toEqual(['A', 'B']);
    expect(names({ column: 'verdict', direction: 'descending' })).toEqual(['A', 'B']);
    expect(names({ column: 'company', direction: 'descending' })).toEqual(['B', 'A']);
  });
});

it('sorts companies as the language of the window does: ñ is a letter in Spanish', () => {
  const files = ['Nuñez', 'Nunza'].map((name) =>
    makeWorklistFile({
      id: name,
      company: company(name),
      judged: { taxpayer: { taxId: name, name } },
    }),
  );
  const names = (language: Language) =>
    groupByCompany(files, sortedIn(language)).map(({ name }) => name);
  expect([names('es'), names('eu')]).toEqual(Array(2).fill(['Nunza', 'Nuñez']));
  expect(names('en')).toEqual(['Nuñez', 'Nunza']);
});

describe('a saved filter of the worklist', () => {
  it('drops values that no file has any more, and nothing else', () => {
    const files = [makeWorklistFile()];
    const both = { company: 'A99800476', form: '240 received creation', text: '' };
    expect(stillThere(noWorklistFilter, files)).toBe(noWorklistFilter);
    expect(stillThere(both, files)).toBe(both);
    expect(stillThere({ ...both, company: 'B00000000' }, files)).toEqual({
      ...both,
      company: null,
    });
    expect(stillThere({ ...both, form: '140 received creation' }, files)).toEqual({
      ...both,
      form: null,
    });
    expect(stillThere(both, [])).toEqual(noWorklistFilter);
  });
});
