import { z } from 'zod';
import { quarterSchema } from '../overview.ts';
import {
  bookNameSchema,
  companyQuarterSchema,
  periodIdSchema,
  quarterMatrixSchema,
} from '../quarter.ts';
import { languageSchema } from '../settings.ts';
import { fileIdSchema } from '../worklist.ts';
import { command, downloadSchema, id, nothing, query } from './kinds.ts';

const companyIds = z.array(id).min(1).max(20_000);

/** The quarter: what each company has filed and what is missing. */
export const quarterMethods = {
  /** Without `period`, the quarter whose deadline is next. */
  'quarter.get': query(z.object({ period: periodIdSchema.optional() }), quarterMatrixSchema),
  /** The last four quarters of one company, the newest last. */
  'quarter.company': query(z.object({ id }), z.object({ quarters: z.array(companyQuarterSchema) })),
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
  /** The quarter as a workbook (XLSX): these companies, in their order, or all. */
  'quarter.exportFile': query(
    z.object({
      period: periodIdSchema.optional(),
      companyIds: companyIds.optional(),
      language: languageSchema.optional(),
    }),
    downloadSchema.extend({ companies: z.number().int() }),
  ),
  /** The next deadlines, and how many companies have not filed for the first of them. */
  'quarter.calendar': query(
    nothing,
    z.object({
      deadlines: z.array(quarterSchema),
      unfiled: z.number().int(),
    }),
  ),
  /** The same deadlines with reminders, for any calendar (iCalendar). */
  'quarter.calendarFile': query(z.object({ language: languageSchema.optional() }), downloadSchema),
  /**
   * Stores the accounting program's totals of a quarter from a received table (CSV or XLSX): by tax
   * id or client code, an amount, perhaps a number of records. Rows of one company add up and
   * replace its earlier totals.
   */
  'quarter.importTotals': command(
    z.object({ fileId: fileIdSchema, period: periodIdSchema }),
    z.object({
      companies: z.number().int(),
      /** Rows that were not used: no company of the office, no amount, or hidden in the sheet. */
      left: z.array(
        z.object({
          row: z.number().int(),
          name: z.string(),
          reason: z.enum(['company', 'amount', 'hidden']),
        }),
      ),
    }),
  ),
  /** Forgets the accounting program's totals of a quarter. */
  'quarter.removeTotals': command(z.object({ period: periodIdSchema }), nothing),
} as const;
