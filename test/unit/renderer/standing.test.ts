import { describe, expect, it } from 'vitest';
import type { CompanyOverview } from '../../../contract/overview.ts';
import {
  countStandings,
  remedyOf,
  standingOf,
} from '../../../renderer/screens/overview/standing.ts';

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
const nothingOpen = { rejected: 0, partiallyAccepted: 0, unknown: 0, failed: 0 };
const company = (
  books: readonly BookOverview[],
  waiting: Partial<CompanyOverview['waiting']> = {},
  unsent: CompanyOverview['unsent'] = { files: 0, faulty: 0 },
): CompanyOverview => ({
  id: 'c 1',
  fullName: 'Zubieta SL',
  taxId: 'B00000034',
  books: [...books],
  waiting: { ...nothingOpen, ...waiting },
  unsent,
});

describe("a company's quarter in one word", () => {
  it.each([
    ['complete', [book()], {}],
    ['complete', [book({ rejected: 2, unknown: 1 })], {}],
    ['waiting', [book(), book({ waiting: 1 })], {}],
    ['missing', [book(), book({ accepted: 0, missing: true })], {}],
    ['missing', [book({ accepted: 0, rejected: 1 })], {}],
    ['complete', [book(), book({ accepted: 0, rejected: 1 })], {}],
    ['missing', [book({ waiting: 2 }), book({ accepted: 0, missing: true })], {}],
    ['toCorrect', [book(), book({ missing: true })], { partiallyAccepted: 1 }],
    ['unknown', [book()], { unknown: 1, partiallyAccepted: 1 }],
    ['rejected', [book()], { unknown: 1, rejected: 1, failed: 1 }],
    ['failed', [book()], { failed: 1, unknown: 1 }],
  ] as const)('%s', (standing, books, waiting) => {
    expect(standingOf(company(books, waiting))).toBe(standing);
  });

  it('is complete only where none of its files is left on the list', () => {
    const faulty = { files: 1, faulty: 1 };
    expect(standingOf(company([book()], {}, faulty))).toBe('unsent');
    expect(standingOf(company([book({ waiting: 1 })], {}, { files: 1, faulty: 0 }))).toBe('unsent');
    expect(standingOf(company([book({ missing: true })], {}, faulty))).toBe('unsent');
    expect(standingOf(company([book()], { partiallyAccepted: 1 }, faulty))).toBe('toCorrect');
    expect(remedyOf(company([book()], {}, faulty))).toBe('#/submit?company=B00000034');
  });

  it('leads to its remedy', () => {
    expect(remedyOf(company([book()], { rejected: 1 }))).toBe('#/history?company=c%201&waiting=1');
    expect(remedyOf(company([book({ missing: true })]))).toBe('#/submit');
    expect(remedyOf(company([book()]))).toBe('#/history?company=c%201');
  });

  it('is counted over all of them', () => {
    const companies = [company([book()]), company([book()]), company([book()], { rejected: 1 })];
    expect(countStandings(companies)).toEqual({
      rejected: 1,
      failed: 0,
      unknown: 0,
      unsent: 0,
      toCorrect: 0,
      missing: 0,
      waiting: 0,
      complete: 2,
    });
  });
});
