/**
 * Differences that are let pass, in cents. Validaciones v1.0.5 (04/05/2021), but for those called
 * ours.
 */
export const tolerances = {
  /** A quota against base times rate: one euro, ten for large bases (B4_2000124, 138, 313). */
  quota: 100,
  quotaOfLargeBase: 1000,
  /**
   * From this size of the base on it is large. The document leaves exactly 100,000 open: the wider
   * tolerance is taken.
   */
  largeBase: 10_000_000,
  /** Ours: beyond this a quota was hardly rounded. */
  plausibleQuota: 2,
  /** Ours: what rounding may take from a total (B4_2000112, 149 state none). */
  total: 1,
  /** Ours: a total beyond its parts by more than this is told. */
  totalExcess: 100,
  /** What may be deducted beyond the compensation (B4_2000128). */
  compensationDeducted: 100,
  /** Ours: a surcharge against base times its rate. */
  surcharge: 100,
} as const;

/** The tolerance for a quota of a base. */
export function quotaTolerance(baseCents: number): number {
  return Math.abs(baseCents) < tolerances.largeBase
    ? tolerances.quota
    : tolerances.quotaOfLargeBase;
}
