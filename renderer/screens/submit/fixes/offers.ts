import type { ChosenFix, FixOffer } from '../../../../contract/methods/fixes.ts';
import type { Issue } from '../../../../contract/verdict.ts';

/** What is to be fixed, as the dialog is asked: all that is meant, or the one at a place. */
export interface FixWish {
  readonly chosen: readonly ChosenFix[];
  /** The ways to fix, each with how many faults it fixes. */
  readonly ways: readonly { readonly fix: string; readonly count: number }[];
}

/** The offers for faults of one kind. */
export function offersOf(
  offers: readonly FixOffer[],
  { code, ledgerCode, severity }: Issue,
): readonly FixOffer[] {
  return offers.filter(
    (offer) =>
      offer.code === code && offer.ledgerCode === ledgerCode && offer.severity === severity,
  );
}

/** How many faults the offers fix. */
export function countOf(offers: readonly FixOffer[]): number {
  return offers.reduce((sum, { count }) => sum + count, 0);
}

/** All that the offers fix; at a fault's place alone when one is given. */
export function wishOf(offers: readonly FixOffer[], at: Issue | null = null): FixWish {
  const place = at === null || at.line === null ? null : { line: at.line, column: at.column ?? 1 };
  const chosen = offers.map(({ fix, code, ledgerCode }) => ({ fix, code, ledgerCode, at: place }));
  const counts = new Map<string, number>();
  for (const { fix, count } of offers)
    counts.set(fix, (counts.get(fix) ?? 0) + (place === null ? count : 1));
  return { chosen, ways: [...counts].map(([fix, count]) => ({ fix, count })) };
}
