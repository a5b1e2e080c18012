import { expect, it } from 'vitest';
import { type BookName, formNumbers, operations } from '../../contract/ledger-books.ts';
import { toStandingWord } from '../../contract/quarter-standings.ts';
import { toCells } from '../../main/features/history/quarter/quarter-standing.ts';

const company = { isIndividual: false, obstacle: null };

/** The words of the books of a company of which so many files ended in a state. */
function wordsAfter(
  accepted: Partial<Record<(typeof operations)[number], number>>,
  before: readonly BookName[] = [],
  state: 'accepted' | 'rejected' = 'accepted',
) {
  const totals = operations
    .flatMap((operation, index) => {
      const files = accepted[operation];
      return files === undefined ? [] : [{ operation: index, files }];
    })
    .map(({ operation, files }) => ({
      company_id: 'one',
      period: '2026-Q3',
      form: formNumbers({ model: '240' })[operation] ?? -1,
      state,
      files,
      records: files,
      amount_cents: 0,
    }));
  const facts = {
    totals,
    waiting: [],
    files: [],
    nothing: new Set<BookName>(),
    changes: [],
    confirmed: [],
  };
  return toCells(company, facts, before).map((cell) => `${cell.book} ${toStandingWord(cell)}`);
}

it.each([
  [{}, [], 'missing'],
  [{ cancellation: 2 }, [], 'cancelledOnly'],
  [{ cancellation: 1 }, ['240-received'], 'cancelledOnly'],
  [{ cancellation: 1, modification: 1 }, [], 'complete'],
  [{ cancellation: 1, creation: 1 }, [], 'complete'],
] as const)('a book in which %j were accepted, after %j, is %s', (accepted, before, word) => {
  expect(wordsAfter(accepted, before)).toEqual([`240-received ${word}`]);
});

it.each(operations)(
  'a refused file of %s that was discarded leaves its book to be filed',
  (operation) => {
    expect(wordsAfter({ [operation]: 1 }, [], 'rejected')).toEqual(['240-received missing']);
  },
);
