import { z } from 'zod';
import { authorizationStateSchema } from './company.ts';
import { bookNames } from './ledger-books.ts';
import { quarterSchema } from './overview.ts';
import { quarterStandings } from './quarter-standings.ts';

export type { BookName } from './ledger-books.ts';
export type { QuarterStanding } from './quarter-standings.ts';

/** A book of the ledger by its name. */
export const bookNameSchema = z.enum(bookNames);

/** `2026-Q4`. */
export const periodIdSchema = z.string().regex(/^\d{4}-Q[1-4]$/);

export const quarterStandingSchema = z.enum(quarterStandings);

export const quarterCellSchema = z.object({
  book: bookNameSchema,
  standing: quarterStandingSchema,
  /**
   * Number of files behind the status. Of `toCorrect`: refused records; of `missing`:
   * cancellations, when there is nothing else; 0 for none.
   */
  count: z.number().int(),
  /** The submission behind the status; null where there are several, or none. */
  submissionId: z.string().nullable(),
});
export type QuarterCell = z.infer<typeof quarterCellSchema>;

export const quarterCompanySchema = z.object({
  id: z.string(),
  fullName: z.string(),
  taxId: z.string(),
  code: z.string().nullable(),
  group: z.string().nullable(),
  adviser: z.string().nullable(),
  authorization: authorizationStateSchema,
  /** The status of its most pressing book. */
  standing: quarterStandingSchema,
  /** Its books: those to be filed, and those it has filed or has files of. */
  cells: z.array(quarterCellSchema),
  /**
   * Records of the quarter and their sum: recorded, being sent, to be corrected, or on the list.
   * What was corrected or sent again counts once, a modified record with its new amount, a
   * cancelled one not. Null where there are none.
   */
  records: z.number().int().nullable(),
  amount: z.string().nullable(),
  /** Number of records without a readable amount: the sum leaves them out. */
  unread: z.number().int(),
  /** The accounting program's amount, and how much more we have; null where unknown. */
  accounting: z
    .object({
      records: z.number().int().nullable(),
      amount: z.string(),
      difference: z.string().nullable(),
    })
    .nullable(),
  /**
   * The four quarters that end with this one; null where it was not a company of the office yet.
   */
  bars: z.array(quarterStandingSchema.nullable()),
});
export type QuarterCompany = z.infer<typeof quarterCompanySchema>;

/** A company's quarter, for its own page. */
export const companyQuarterSchema = quarterSchema
  .pick({ id: true, year: true, quarter: true })
  .extend({
    /** Null where it was not a company of the office yet. */
    standing: quarterStandingSchema.nullable(),
    cells: z.array(quarterCellSchema),
    ...quarterCompanySchema.pick({ records: true, amount: true, unread: true, accounting: true })
      .shape,
  });
export type CompanyQuarter = z.infer<typeof companyQuarterSchema>;

export const quarterMatrixSchema = z.object({
  quarter: quarterSchema.extend({
    /** Whether its deadline is the next one. */
    isCurrent: z.boolean(),
    previous: periodIdSchema,
    /** Null for the current quarter. */
    next: periodIdSchema.nullable(),
  }),
  /** Every active company of Bizkaia, the most pressing first, then by name. */
  companies: z.array(quarterCompanySchema),
  /** Its files that can be sent as they are, and their companies. */
  ready: z.object({ fileIds: z.array(z.string()), companies: z.number().int() }),
  /** The other quarters that unsent files of these companies count for, the earliest first. */
  elsewhere: z.array(
    quarterSchema.pick({ id: true, year: true, quarter: true }).extend({ files: z.number().int() }),
  ),
});
export type QuarterMatrix = z.infer<typeof quarterMatrixSchema>;
