import { z } from 'zod';
import { reportFormats } from '../choices.ts';
import { languageSchema } from '../settings.ts';
import { fileIdsSchema } from '../worklist.ts';
import { downloadSchema, id, query } from './kinds.ts';

/**
 * Formats of a report: JSON, CSV for a spreadsheet, a page to print, and formats that CI tools
 * read.
 */
export const reportFormatSchema = z.enum(reportFormats);

const receiptFormat = z.enum(['pdf', 'eml', 'html']).default('pdf');

/** The result of a batch of files as one file. */
export const reportMethods = {
  /**
   * For checked files of the worklist; `report_not_judged` (details: `name`) for an unchecked one.
   */
  'reports.create': query(
    z.object({
      fileIds: fileIdsSchema.min(1),
      format: reportFormatSchema,
      /** By default the language of the settings. */
      language: languageSchema.optional(),
    }),
    downloadSchema,
  ),
  /**
   * Receipts of what the office sent: of one submission with all its records, of a batch (a zip
   * with a PDF for each company), or of one company's part of it. `eml` is the draft of a message
   * with one company's PDF attached, `html` everything on one page. They state facts of the history
   * only; all else is called unknown.
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
    downloadSchema,
  ),
} as const;
