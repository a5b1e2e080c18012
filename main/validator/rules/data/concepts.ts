/**
 * Expense concepts that name an asset, which must be in chapter 3 (B4_2000116, Validaciones v1.0.5
 * of 04/05/2021).
 */
export const conceptsWithAsset: ReadonlySet<string | null> = new Set([
  '621',
  '622',
  '680',
  '681',
  '682',
]);

/**
 * Expense concepts that never name an asset (B4_2000117). Concepts in neither list may name one.
 */
export const conceptsWithoutAsset: ReadonlySet<string | null> = new Set([
  '600',
  '601',
  '602',
  '606',
  '607',
  '608',
  '609',
  '640',
  '641',
  '64201',
  '64202',
  '643',
  '644',
  '649',
]);
