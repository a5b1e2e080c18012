import { z } from 'zod';
import { languageSchema } from '../settings.ts';
import { fileIdSchema } from '../worklist.ts';
import { query } from './kinds.ts';

/** What a report can be written as: JSON, CSV for a spreadsheet, a page to print, and what CI tools read. */
export const reportFormatSchema = z.enum(['json', 'csv', 'html', 'junit', 'sarif']);
export type ReportFormat = z.infer<typeof reportFormatSchema>;

/** The verdict of a batch as a file. */
export const reportMethods = {
  /** Of files of the worklist that have been judged; `report_not_judged` (details: `name`) for one that has not. */
  'reports.create': query(
    z.object({
      fileIds: z.array(fileIdSchema).min(1).max(5000),
      format: reportFormatSchema,
      /** The language of the settings when left out. */
      language: languageSchema.optional(),
    }),
    z.object({ name: z.string(), mediaType: z.string(), contentBase64: z.string() }),
  ),
} as const;
