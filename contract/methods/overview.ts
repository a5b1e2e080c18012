import { overviewSchema } from '../overview.ts';
import { nothing, query } from './kinds.ts';

/** The state of the quarter at a glance. */
export const overviewMethods = {
  'overview.get': query(nothing, overviewSchema),
} as const;
