import { z } from 'zod';
import { formSchema, operationSchema } from './form.ts';
import { submissionStateSchema } from './submission.ts';

/** A book of the ledger: a form without its operation. */
export const bookSchema = formSchema.omit({ operation: true });
export type Book = z.infer<typeof bookSchema>;

/** A quarter and its deadline. */
export const quarterSchema = z.object({
  /** `2026-Q4`. */
  id: z.string(),
  year: z.number().int(),
  quarter: z.number().int().min(1).max(4),
  /** Nominal day, `2027-01-31`; a holiday does not move it. */
  deadline: z.iso.date(),
  /** Whole days from today in Bizkaia; 0 on the day itself. */
  daysLeft: z.number().int(),
});

/** A submission that needs attention. */
export const waitingSubmissionSchema = z.object({
  id: z.string(),
  state: submissionStateSchema,
  file: z.string(),
  company: z.object({ id: z.string(), fullName: z.string() }),
  book: bookSchema,
  operation: operationSchema,
  createdAt: z.string(),
  incorrectRecords: z.number().int(),
});

/** Submissions of a month by how they ended. */
const monthSchema = z.object({
  /** `2026-11`. */
  month: z.string(),
  /** Fully accepted files. */
  accepted: z.number().int(),
  /** Includes submissions of which every record was stored, some with errors. */
  partiallyAccepted: z.number().int(),
  withErrors: z.number().int(),
  rejected: z.number().int(),
  unknown: z.number().int(),
});

export const overviewSchema = z.object({
  /** The connection whose submissions and companies these are. */
  connection: z.string(),
  /**
   * The last twelve months including this one, oldest first; a month without submissions has zeros.
   */
  months: z.array(monthSchema),
  waiting: z.object({
    /** All that wait, by state, whenever they were sent; each counted up to 1,000. */
    counts: z.object({
      rejected: z.number().int(),
      partiallyAccepted: z.number().int(),
      unknown: z.number().int(),
      failed: z.number().int(),
    }),
    /** Companies with an authorization in review, or refused. */
    authorizationCounts: z.object({
      pending_validation: z.number().int(),
      rejected: z.number().int(),
    }),
    /** The newest 20 of each: unknown first, then rejected, partly accepted, not delivered. */
    submissions: z.array(waitingSubmissionSchema),
    /** The first 20 of each, by name. */
    authorizations: z.array(
      z.object({
        companyId: z.string(),
        fullName: z.string(),
        state: z.enum(['pending_validation', 'rejected']),
      }),
    ),
  }),
});
export type Overview = z.infer<typeof overviewSchema>;
