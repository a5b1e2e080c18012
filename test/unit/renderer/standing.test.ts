import { describe, expect, it } from 'vitest';
import type { CompanyOverview } from '../../../contract/overview.ts';
import { countStandings, standingOf } from '../../../renderer/screens/overview/standing.ts';

type BookOverview = CompanyOverview['books'][number];

const book = (change: Partial<BookOverview> = {}): BookOverview => ({
  book: { model: '240', expenseType: null },
  accepted: 1,
  partiallyAccepted: 0,
  rejected: 0,
  unknown: 0,
  failed: 0,
  waiting: 0,
  records: 3,
  amount: '10.00',
  missing: false,
  ...change,
});
const company = (...books: BookOverview[]): CompanyOverview => ({
  id: String(books.length),
  fullName: 'Zubieta SL',
  taxId: 'B00000034',
  books,
});

describe("a company's quarter in one word", () => {
  it.each([
    ['complete', [book()]],
    ['waiting', [book(), book({ waiting: 1 })]],
    ['missing', [book(), book({ accepted: 0, missing: true })]],
    ['missing', [book({ waiting: 2 }), book({ accepted: 0, missing: true })]],
    ['toCorrect', [book({ partiallyAccepted: 1 }), book({ missing: true })]],
    ['toCorrect', [book({ unknown: 1 })]],
    ['rejected', [book({ unknown: 1 }), book({ rejected: 1 })]],
    ['rejected', [book({ failed: 1 })]],
  ] as const)('%s', (standing, books) => {
    expect(standingOf(company(...books))).toBe(standing);
  });

  it('is counted over all of them', () => {
    const companies = [company(book()), company(book()), company(book({ rejected: 1 }))];
    expect(countStandings(companies)).toEqual({
      rejected: 1,
      toCorrect: 0,
      missing: 0,
      waiting: 0,
      complete: 2,
    });
  });
});
