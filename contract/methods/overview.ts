import { overviewSchema } from '../overview.ts';
import { nothing, query } from './kinds.ts';

/** What was sent in each month, and what needs attention. */
export const overviewMethods = {
  'overview.get': query(nothing, overviewSchema),
} as const;
