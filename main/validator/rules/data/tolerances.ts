/** Accepted differences, in cents. Validaciones v1.0.5 (04/05/2021), except those marked ours. */
export const tolerances = {
  /** A quota against base times rate: one euro, ten for large bases (B4_2000124, 138, 313). */
  quota: 100,
  quotaOfLargeBase: 1000,
  /**
   * Smallest large base. The document leaves exactly 100,000 open; the wider tolerance is taken.
   */
  largeBase: 10_000_000,
  /** Ours: a larger difference is hardly rounding. */
  plausibleQuota: 2,
  /** Ours: rounding of a total (B4_2000112 and 149 state none). */
  total: 1,
  /** Ours: a total that exceeds its parts by more is reported. */
  totalExcess: 100,
  /** Deduction allowed beyond the compensation (B4_2000128). */
  compensationDeducted: 100,
  /** Ours: tolerance of a surcharge against base times rate. */
  surcharge: 100,
} as const;

/** The tolerance for the quota of a base. */
export function quotaTolerance(baseCents: number): number {
  return Math.abs(baseCents) < tolerances.largeBase
    ? tolerances.quota
    : tolerances.quotaOfLargeBase;
}
