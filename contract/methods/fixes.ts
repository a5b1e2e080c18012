import { z } from 'zod';
import { errorCodes } from '../errors.ts';
import { issueSchema, validationResultSchema } from '../verdict.ts';
import { fileIdSchema, worklistFileSchema } from '../worklist.ts';
import { command, limit, query } from './kinds.ts';

/**
 * Names a way to fix, as `locales/<language>/fixes.json` does: `decimal_comma`, `date_order`, …
 */
const fixIdSchema = z.string().regex(/^[a-z][a-z0-9_]{0,59}$/);

/**
 * Faults that are fixed alike: the same way to fix, and the same code of the verdict and of the
 * ledger.
 */
const groupShape = {
  fix: fixIdSchema,
  /** The issue's code. */
  code: z.string().min(1).max(100),
  ledgerCode: z.string().max(100).nullable(),
};

/** What can be fixed in a file, and how often. */
export const fixOfferSchema = z.object({
  ...groupShape,
  severity: issueSchema.shape.severity,
  /** How many faults of the file it fixes: all there are, not only those that are listed. */
  count: z.number().int(),
});
export type FixOffer = z.infer<typeof fixOfferSchema>;

/**
 * What is to be fixed: all faults that are fixed alike, or the one whose issue has this place.
 */
export const chosenFixSchema = z.object({
  ...groupShape,
  at: z.object({ line: z.number().int().min(1), column: z.number().int().min(1) }).nullable(),
});
export type ChosenFix = z.infer<typeof chosenFixSchema>;

/**
 * One change of the text. Record, path, line and column are those of the issue it fixes, in the
 * file as it is.
 */
export const fixChangeSchema = z.object({
  fix: fixIdSchema,
  record: z.number().int().nullable(),
  path: z.string(),
  line: z.number().int(),
  column: z.number().int(),
  /**
   * What was written, and what is written instead; at most 200 characters each. Empty where
   * something is added or taken away.
   */
  before: z.string(),
  after: z.string(),
  /**
   * The source lines of the change as they are and with this change alone, lines parted by `\n`,
   * cut to about 80 characters on either side: for files in one line too.
   */
  lineBefore: z.string().optional(),
  lineAfter: z.string().optional(),
});
export type FixChange = z.infer<typeof fixChangeSchema>;

const chosen = z.array(chosenFixSchema).min(1).max(50);

/**
 * Fixing what has one right answer only. A fix is offered when the fixed file was checked, the
 * fault was gone, and the change brought no other. Only the bytes of the change differ: encoding,
 * line ends, comments and CDATA stay. Errors of all three: `file_unknown`, `check_failed`.
 */
export const fixMethods = {
  /** None for a file that has not been checked or has nothing of the kind. */
  'submissions.fixes': query(
    z.object({ fileId: fileIdSchema }),
    z.object({ fixes: z.array(fixOfferSchema) }),
  ),
  /**
   * What would change, in the order of the file, and what the fixed file would be checked as.
   * Errors: `fix_not_possible` (details: `name`).
   */
  'submissions.previewFix': query(
    z.object({ fileId: fileIdSchema, chosen, offset: z.number().int().min(0).default(0), limit }),
    z.object({
      total: z.number().int(),
      changes: z.array(fixChangeSchema),
      after: z.object({
        verdict: validationResultSchema.shape.verdict,
        issueCounts: validationResultSchema.shape.issueCounts,
      }),
    }),
  ),
  /**
   * The fixed file as a new one of the worklist, checked, with origin `mended`. A file that was
   * dropped stays as it is, beside it; one that was itself fixed or edited here and has not been
   * sent gives its place to the new one. Errors: `fix_not_possible` (details: `name`).
   */
  'submissions.applyFix': command(
    z.object({ fileId: fileIdSchema, chosen }),
    z.object({ file: worklistFileSchema, total: z.number().int() }),
  ),
  /**
   * What can be fixed in several files: those that have something of the kind, in the order asked.
   */
  'submissions.planFixes': query(
    z.object({ fileIds: z.array(fileIdSchema).max(5000) }),
    z.object({
      files: z.array(z.object({ fileId: fileIdSchema, fixes: z.array(fixOfferSchema) })),
    }),
  ),
  /**
   * `submissions.applyFix` for several files. What could not be fixed stays as it is, and is told
   * in `others`.
   */
  'submissions.applyFixes': command(
    z.object({
      files: z
        .array(z.object({ fileId: fileIdSchema, chosen }))
        .min(1)
        .max(5000),
    }),
    z.object({
      files: z.array(worklistFileSchema),
      total: z.number().int(),
      others: z.array(z.object({ fileId: fileIdSchema, code: z.enum(errorCodes) })),
    }),
  ),
} as const;
