import { describe, it } from 'vitest';
import { isSoak } from './rounds.ts';

/** A test of the soak alone; another one holds its statement in `npm test`. */
export function inSoak(title: string, run: () => Promise<void>): void {
  if (isSoak) it(title, run);
}

/** The same for all tests of one subject. */
export function describeInSoak(title: string, tests: () => void): void {
  if (isSoak) describe(title, tests);
}
