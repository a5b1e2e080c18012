import type { SentBefore } from '../../../contract/sent-before.ts';

/**
 * Whether a file cannot go however it is confirmed: its very document is queued, on its way, or in
 * another file of the same sending, and goes once at a time.
 */
export function goesOnce({ guard, state }: SentBefore): boolean {
  return guard === 'document' && (state === 'queued' || state === 'sending');
}

/** How many files repeat something; one may do so with several others. */
export function countFiles(duplicates: readonly SentBefore[]): number {
  return new Set(duplicates.map(({ fileId, name }) => fileId ?? name)).size;
}
