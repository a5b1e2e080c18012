import type { ChosenFix, FixOffer } from '../../../../contract/methods/fixes.ts';
import type { Issue } from '../../../../contract/verdict.ts';

/** The faults that the dialog is asked to fix: all, or the one at a place. */
export interface FixWish {
  readonly chosen: readonly ChosenFix[];
  /** The fixes, each with its number of faults. */
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

/** The number of faults that the offers fix. */
export function countOf(offers: readonly FixOffer[]): number {
  return offers.reduce((sum, { count }) => sum + count, 0);
}

/** All faults of the offers; with a place, only the fault there. */
export function wishOf(offers: readonly FixOffer[], at: Issue | null = null): FixWish {
  const place = at === null || at.line === null ? null : { line: at.line, column: at.column ?? 1 };
  const chosen = offers.map(({ fix, code, ledgerCode }) => ({ fix, code, ledgerCode, at: place }));
  const counts = new Map<string, number>();
  for (const { fix, count } of offers)
    counts.set(fix, (counts.get(fix) ?? 0) + (place === null ? count : 1));
  return { chosen, ways: [...counts].map(([fix, count]) => ({ fix, count })) };
}
