import type { SentBefore } from '../../../contract/sent-before.ts';

/**
 * Whether no confirmation can release a file: its document is queued, being sent, or in another
 * file of the same sending.
 */
export function goesOnce({ guard, state }: SentBefore): boolean {
  return guard === 'document' && (state === 'queued' || state === 'sending');
}

/** The number of files that repeat something; one may repeat several others. */
export function countFiles(duplicates: readonly SentBefore[]): number {
  return new Set(duplicates.map(({ fileId, name }) => fileId ?? name)).size;
}
