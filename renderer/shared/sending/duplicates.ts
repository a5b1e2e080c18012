import type { SentBefore } from '../../../contract/sent-before.ts';

/**
 * Whether no confirmation can release a file: its document is queued, being sent, or in another
 * file of the same sending.
 */
export function goesOnce({ guard, state }: SentBefore): boolean {
  return guard === 'document' && (state === 'queued' || state === 'sending');
}

/** What each file repeats, file by file; one may repeat several others. */
export function byFile(duplicates: readonly SentBefore[]): Map<string, SentBefore[]> {
  return Map.groupBy(duplicates, ({ fileId, name }) => fileId ?? name);
}
