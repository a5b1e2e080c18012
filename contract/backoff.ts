interface Waits {
  readonly firstMs: number;
  readonly maxMs: number;
}

/**
 * The wait after a number of failures in a row, from 1: doubled each time up to `maxMs`. With
 * `random` (from 0 to below 1) it has full jitter.
 */
export function backoffMs(failures: number, { firstMs, maxMs }: Waits, random = () => 1): number {
  return Math.floor(random() * Math.min(maxMs, firstMs * 2 ** (failures - 1)));
}
