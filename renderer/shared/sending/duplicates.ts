import type { SentBefore } from '../../../contract/sent-before.ts';

/** What each file repeats, file by file; one may repeat several others. */
export function byFile(duplicates: readonly SentBefore[]): Map<string, SentBefore[]> {
  return Map.groupBy(duplicates, ({ fileId, name }) => fileId ?? name);
}
