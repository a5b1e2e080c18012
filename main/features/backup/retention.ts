import { dayOf } from '../../../contract/formats.ts';

/** What the retention needs to know of an automatic copy. */
interface KeptCopy {
  readonly id: string;
  readonly createdAt: string;
  readonly sizeBytes: number;
}

/** How many automatic copies stay. */
export const retention = { newest: 2, days: 7, weeks: 4, maxBytes: 8 * 2 ** 30 } as const;

const weekMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Ids of the copies to keep: the newest few, and the last one of each of the last seven days and
 * four weeks that have one. When they exceed `maxBytes` together, the oldest go, but never the
 * newest few.
 */
export function chooseKept(
  copies: readonly KeptCopy[],
  maxBytes: number = retention.maxBytes,
): Set<string> {
  const sorted = copies.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  const kept = new Set(sorted.slice(0, retention.newest).map(({ id }) => id));
  const newestOfEach = (keyOf: (copy: KeptCopy) => string, count: number) => {
    for (const [newest] of Map.groupBy(sorted, keyOf).values().take(count))
      if (newest) kept.add(newest.id);
  };
  newestOfEach(({ createdAt }) => dayOf(new Date(createdAt)), retention.days);
  newestOfEach(
    ({ createdAt }) => String(Math.floor(Date.parse(createdAt) / weekMs)),
    retention.weeks,
  );
  let bytes = 0;
  const within = sorted
    .filter(({ id }) => kept.has(id))
    .filter(({ sizeBytes }, place) => {
      bytes += sizeBytes;
      return bytes <= maxBytes || place < retention.newest;
    });
  return new Set(within.map(({ id }) => id));
}
