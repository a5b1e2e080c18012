/**
 * Exact arithmetic on cents without a library: amounts have at most 14 digits as cents, so single
 * amounts are safe integers. Sums and products that could leave them are made with BigInt;
 * JavaScript compares the two kinds exactly.
 */

const safe = Number.MAX_SAFE_INTEGER;

/** Sum of cents, exact. */
export function sumOf(cents: readonly number[]): number | bigint {
  let sum = 0;
  for (const each of cents) sum += each;
  // Intermediate sums may have left the safe range though the last has not; the sum of sizes shows
  // it.
  let size = 0;
  for (const each of cents) size += Math.abs(each);
  return size <= safe ? sum : cents.reduce((exact, each) => exact + BigInt(each), 0n);
}

/**
 * Whether `quota` differs from `base` times `rate` percent by more than a tolerance. Cents; the
 * rate in hundredths of a percent.
 */
export function differsFromShare(
  base: number,
  rate: number,
  quota: number,
  toleranceCents: number,
): boolean {
  if (Math.abs(base) * rate <= safe && Math.abs(quota) * 10_000 <= safe)
    return Math.abs(quota * 10_000 - base * rate) > toleranceCents * 10_000;
  const difference = BigInt(quota) * 10_000n - BigInt(base) * BigInt(rate);
  return (difference < 0n ? -difference : difference) > BigInt(toleranceCents) * 10_000n;
}

/** `base` times `rate` percent, to the cent (halves away from zero). */
export function shareOf(base: number, rate: number): number {
  const product = BigInt(Math.abs(base)) * BigInt(rate);
  const rounded = Number((product + 5000n) / 10_000n);
  return base < 0 ? -rounded : rounded;
}

/** Hundredths of a percent as a person writes them: `21`, `10.5`. */
export function percent(hundredths: number): string {
  return String(hundredths / 100);
}

/** Whether two amounts have opposite signs; zero has none. */
export function haveOppositeSigns(a: number, b: number): boolean {
  return (a < 0 && b > 0) || (a > 0 && b < 0);
}
