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
   * What an office can show of what it sent, as a page to print: of one submission with all its
   * records, of a batch by company (each on a page of its own), or of one company's part of it.
   * Only what the history holds; what it does not hold is said to be unknown.
   */
  'reports.receipt': query(
    z.union([
      z.strictObject({ submissionId: id, language: languageSchema.optional() }),
      z.strictObject({
        batchId: id,
        companyId: id.optional(),
        language: languageSchema.optional(),
      }),
    ]),
    fileSchema,
  ),
} as const;
