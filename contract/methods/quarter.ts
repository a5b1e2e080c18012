import { z } from 'zod';
import { bookNameSchema, periodIdSchema, quarterMatrixSchema } from '../quarter.ts';
import { command, id, nothing, query } from './kinds.ts';

const companyIds = z.array(id).min(1).max(20_000);

/** The quarter: what each company has filed, and what it has not. */
export const quarterMethods = {
  /** Without `period`, the quarter whose deadline is next. */
  'quarter.get': query(z.object({ period: periodIdSchema.optional() }), quarterMatrixSchema),
  /**
   * Says that companies have nothing to file in a quarter, in these books or in all; with
   * `nothing: false` that they have. It is kept as an event of the company.
   */
  'quarter.setNothing': command(
    z.object({
      companyIds,
      period: periodIdSchema,
      books: z.array(bookNameSchema).min(1).optional(),
      nothing: z.boolean(),
    }),
    nothing,
  ),
} as const;
