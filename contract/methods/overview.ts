import { overviewSchema } from '../overview.ts';
import { nothing, query } from './kinds.ts';

/** What was sent over the months, and what waits for a person. */
export const overviewMethods = {
  'overview.get': query(nothing, overviewSchema),
} as const;
