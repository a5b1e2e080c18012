import { z } from 'zod';
import { reportFormats } from '../choices.ts';
import { languageSchema } from '../settings.ts';
import { fileIdSchema } from '../worklist.ts';
import { id, query } from './kinds.ts';

/**
 * What a report can be written as: JSON, CSV for a spreadsheet, a page to print, and what CI tools
 * read.
 */
export const reportFormatSchema = z.enum(reportFormats);

const fileSchema = z.object({ name: z.string(), mediaType: z.string(), contentBase64: z.string() });

const receiptFormat = z.enum(['pdf', 'eml', 'html']).default('pdf');

/** The verdict of a batch as a file. */
export const reportMethods = {
  /**
   * Of files of the worklist that have been checked; `report_not_judged` (details: `name`) for one
   * that has not.
   */
  'reports.create': query(
    z.object({
      fileIds: z.array(fileIdSchema).min(1).max(5000),
      format: reportFormatSchema,
      /** The language of the settings when left out. */
      language: languageSchema.optional(),
    }),
    fileSchema,
  ),
  /**
   * What an office can show of what it sent: of one submission with all its records, of a batch
   * (a zip with a PDF for each company), or of one company's part of it. `eml` is the draft of a
   * message with one company's PDF attached, `html` everything on one page. Only what the history
   * holds; what it does not hold is said to be unknown.
   */
  'reports.receipt': query(
    z.union([
      z.strictObject({
        submissionId: id,
        format: receiptFormat,
        language: languageSchema.optional(),
      }),
      z.strictObject({
        batchId: id,
        companyId: id.optional(),
        format: receiptFormat,
        language: languageSchema.optional(),
      }),
    ]),
    fileSchema,
  ),
} as const;
