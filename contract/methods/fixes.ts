import { z } from 'zod';
import { errorCodes } from '../errors.ts';
import { issueSchema, validationResultSchema } from '../verdict.ts';
import { fileIdSchema, fileIdsSchema, maxFiles, worklistFileSchema } from '../worklist.ts';
import { command, limit, query } from './kinds.ts';

/** Name of a fix, as in `locales/<language>/fixes.json`: `decimal_comma`, `date_order`, … */
const fixIdSchema = z.string().regex(/^[a-z][a-z0-9_]{0,59}$/);

/** Faults with the same fix, the same code of the verdict and the same of the ledger. */
const groupShape = {
  fix: fixIdSchema,
  /** The issue's code. */
  code: z.string().min(1).max(100),
  ledgerCode: z.string().max(100).nullable(),
};

/** The possible fixes of a file, with their numbers. */
export const fixOfferSchema = z.object({
  ...groupShape,
  severity: issueSchema.shape.severity,
  /** The number of faults of the file that it fixes: all, not only the listed ones. */
  count: z.number().int(),
});
export type FixOffer = z.infer<typeof fixOfferSchema>;

/** The faults to fix: all of one group, or the one whose issue has this place. */
export const chosenFixSchema = z.object({
  ...groupShape,
  at: z.object({ line: z.number().int().min(1), column: z.number().int().min(1) }).nullable(),
});
export type ChosenFix = z.infer<typeof chosenFixSchema>;

/**
 * One change of the text. Record, path, line and column are those of the fixed issue, in the file
 * as it is.
 */
export const fixChangeSchema = z.object({
  fix: fixIdSchema,
  record: z.number().int().nullable(),
  path: z.string(),
  line: z.number().int(),
  column: z.number().int(),
  /**
   * The old text, and the new one; at most 200 characters each. Empty where something is added or
   * removed.
   */
  before: z.string(),
  after: z.string(),
  /**
   * The source lines of the change before and after, separated by `\n`, cut to about 80 characters
   * on either side, also for files in one line.
   */
  lineBefore: z.string().optional(),
  lineAfter: z.string().optional(),
});
export type FixChange = z.infer<typeof fixChangeSchema>;

const chosen = z.array(chosenFixSchema).min(1).max(50);

/** What to fix in a file. */
const fileFixesSchema = z.object({ fileId: fileIdSchema, chosen });

/**
 * Fixes of faults with one right answer only. A fix is offered when the fixed file was checked, the
 * fault was gone, and the change brought no other. Only the bytes of the change differ: encoding,
 * line ends, comments and CDATA stay. Errors of all three: `file_unknown`, `check_failed`.
 */
export const fixMethods = {
  /** None for an unchecked file, or one without such faults. */
  'submissions.fixes': query(
    z.object({ fileId: fileIdSchema }),
    z.object({ fixes: z.array(fixOfferSchema) }),
  ),
  /**
   * The changes, in the order of the file, and the verdict on the fixed file. Errors:
   * `fix_not_possible` (details: `name`).
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
   * Adds the fixed file to the worklist, checked, with origin `mended`. A dropped file stays beside
   * it; one that was fixed or edited here and not sent is replaced. Errors: `fix_not_possible`
   * (details: `name`).
   */
  'submissions.applyFix': command(
    fileFixesSchema,
    z.object({ file: worklistFileSchema, total: z.number().int() }),
  ),
  /**
   * The fixes of several files, in the order of the request: of those that have any and could be
   * checked.
   */
  'submissions.planFixes': query(
    z.object({ fileIds: fileIdsSchema }),
    z.object({
      files: z.array(z.object({ fileId: fileIdSchema, fixes: z.array(fixOfferSchema) })),
    }),
  ),
  /**
   * `submissions.applyFix` for several files. `others` names those that could not be fixed, which
   * stay as they are.
   */
  'submissions.applyFixes': command(
    z.object({
      files: z.array(fileFixesSchema).min(1).max(maxFiles),
    }),
    z.object({
      files: z.array(worklistFileSchema),
      total: z.number().int(),
      others: z.array(z.object({ fileId: fileIdSchema, code: z.enum(errorCodes) })),
    }),
  ),
} as const;
