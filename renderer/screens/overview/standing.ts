import type { CompanyOverview } from '../../../contract/overview.ts';

/** What a company's quarter comes to, the most pressing first. */
export const standings = ['rejected', 'toCorrect', 'missing', 'waiting', 'complete'] as const;
export type Standing = (typeof standings)[number];

/** One word for all books of a company: what needs a person goes before what is missing, and that before what is on its way. */
export function standingOf(company: Pick<CompanyOverview, 'books'>): Standing {
  const sum = (count: (book: CompanyOverview['books'][number]) => number) =>
    company.books.reduce((total, book) => total + count(book), 0);
  if (sum((book) => book.rejected + book.failed) > 0) return 'rejected';
  if (sum((book) => book.partiallyAccepted + book.unknown) > 0) return 'toCorrect';
  if (company.books.some((book) => book.missing)) return 'missing';
  if (sum((book) => book.waiting) > 0) return 'waiting';
  return 'complete';
}

/** How many companies stand how. */
export function countStandings(companies: readonly CompanyOverview[]): Record<Standing, number> {
  const counts: Record<Standing, number> = { rejected: 0, toCorrect: 0, missing: 0, waiting: 0, complete: 0 };
  for (const company of companies) counts[standingOf(company)] += 1;
  return counts;
}
