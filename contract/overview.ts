import { z } from 'zod';
import { formSchema, operationSchema } from './form.ts';
import { submissionStateSchema } from './submission.ts';

/** A book of the ledger: a form without its operation. */
export const bookSchema = formSchema.omit({ operation: true });
export type Book = z.infer<typeof bookSchema>;

/** The quarter with the next deadline. Submissions between two deadlines count for the second. */
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

const countsSchema = z.object({
  /** Fully accepted files. */
  accepted: z.number().int(),
  partiallyAccepted: z.number().int(),
  rejected: z.number().int(),
  unknown: z.number().int(),
  /** Surely not delivered. */
  failed: z.number().int(),
  /** Queued or being sent. */
  waiting: z.number().int(),
});
export type OverviewCounts = z.infer<typeof countsSchema>;

/** What a company has done in the quarter with one book. */
export const bookOverviewSchema = countsSchema.extend({
  book: bookSchema,
  /** Records in accepted and partly accepted files, and the sum of those files' totals. */
  records: z.number().int(),
  amount: z.string(),
  /**
   * Sent (created or changed, and accepted at least in part) in one of the four quarters before,
   * and in this one nothing accepted or still under way.
   */
  missing: z.boolean(),
});

export const companyOverviewSchema = z.object({
  id: z.string(),
  fullName: z.string(),
  taxId: z.string(),
  books: z.array(bookOverviewSchema),
  /** Files of the quarter that wait for a person. */
  waiting: countsSchema.pick({
    rejected: true,
    partiallyAccepted: true,
    unknown: true,
    failed: true,
  }),
  /**
   * Its files on the worklist that are still to be sent or discarded, and those with errors among
   * them. A copy of what was sent is none of them, nor what a file on the list that was sent was
   * made from.
   */
  unsent: z.object({ files: z.number().int(), faulty: z.number().int() }),
});
export type CompanyOverview = z.infer<typeof companyOverviewSchema>;

/** A submission that waits for a person. */
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

export const overviewSchema = z.object({
  quarter: quarterSchema,
  /**
   * Companies of the environment in force that have sent in this quarter or in one of the four
   * before, by name.
   */
  companies: z.array(companyOverviewSchema),
  /**
   * How many others of Bizkaia, archived ones aside, have sent nothing in all that time: what they
   * owe, nobody here can know.
   */
  silentCompanies: z.number().int(),
  /** Over all companies. */
  totals: countsSchema.extend({
    records: z.number().int(),
    amount: z.string(),
    missingBooks: z.number().int(),
  }),
  /**
   * The last twelve months including this one, oldest first; a month without submissions has zeros.
   */
  months: z.array(countsSchema.extend({ month: z.string() })),
  waiting: z.object({
    /** All that wait, by state, whenever they were sent; each counted up to 1,000. */
    counts: z.object({
      rejected: z.number().int(),
      partiallyAccepted: z.number().int(),
      unknown: z.number().int(),
      failed: z.number().int(),
    }),
    /** The newest 20 of each: unknown first, then rejected, partly accepted, not delivered. */
    submissions: z.array(waitingSubmissionSchema),
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
