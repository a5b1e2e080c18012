import type { CompanyOverview } from '../../../contract/overview.ts';
import { placeHash } from '../../router.ts';

/** What a company's quarter comes to, the most pressing first. */
export const standings = [
  'rejected',
  'failed',
  'unknown',
  'toCorrect',
  'unsent',
  'missing',
  'waiting',
  'complete',
] as const;
export type Standing = (typeof standings)[number];

/**
 * One word for all books of a company: what needs a person goes before what is missing, and that
 * before what is on its way. What was refused and has been taken further since no longer needs
 * anybody. Where everything was refused or taken back and dismissed, nothing has been sent.
 * Complete is where nothing is left to do: every book has arrived, nothing of it waits, and no file
 * of the company lies on the list.
 */
export function standingOf({
  books,
  waiting,
  unsent,
}: Pick<CompanyOverview, 'books' | 'waiting' | 'unsent'>): Standing {
  if (waiting.rejected > 0) return 'rejected';
  if (waiting.failed > 0) return 'failed';
  if (waiting.unknown > 0) return 'unknown';
  if (waiting.partiallyAccepted > 0) return 'toCorrect';
  if (unsent.files > 0) return 'unsent';
  if (books.some((book) => book.missing) || !books.some(hasArrivedOrWill)) return 'missing';
  return books.some((book) => book.waiting > 0) ? 'waiting' : 'complete';
}

function hasArrivedOrWill({
  accepted,
  partiallyAccepted,
  unknown,
  waiting,
}: CompanyOverview['books'][number]) {
  return accepted + partiallyAccepted + unknown + waiting > 0;
}

/**
 * Where a company's standing is fixed: its files that wait, or the place where files are handed
 * over.
 */
export function remedyOf(company: CompanyOverview): string {
  switch (standingOf(company)) {
    case 'rejected':
    case 'failed':
    case 'unknown':
    case 'toCorrect':
      return placeHash('history', null, `company=${encodeURIComponent(company.id)}&waiting=1`);
    case 'unsent':
      return placeHash('submit', null, `company=${encodeURIComponent(company.taxId)}`);
    case 'missing':
    case 'waiting':
      return placeHash('submit');
    case 'complete':
      return placeHash('history', null, `company=${encodeURIComponent(company.id)}`);
  }
}

/** How many companies stand how. */
export function countStandings(companies: readonly CompanyOverview[]): Record<Standing, number> {
  const done = { waiting: 0, complete: 0 };
  const counts = {
    rejected: 0,
    failed: 0,
    unknown: 0,
    toCorrect: 0,
    unsent: 0,
    missing: 0,
    ...done,
  };
  for (const company of companies) counts[standingOf(company)] += 1;
  return counts;
}
