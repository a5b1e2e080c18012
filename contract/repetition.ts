import { z } from 'zod';
import { errorCodes } from './errors.ts';
import { id } from './methods/kinds.ts';
import { submissionFilterSchema, submissionStateSchema } from './submission.ts';
import { companyReferenceSchema } from './worklist.ts';

/** Most submissions considered and sent again at once. */
const maxRepeated = 5000;

/** Filters of undelivered submissions. */
const failedFilterSchema = z
  .object({
    ...submissionFilterSchema.omit({ states: true, waiting: true, dismissed: true }).shape,
    states: z.array(z.literal('failed')).min(1).optional(),
  })
  .refine((filter) => Object.values(filter).some(saysSomething));

/** A filter without conditions does not mean all. */
function saysSomething(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : value !== undefined;
}

/**
 * Submissions to be sent again: the named ones, the undelivered ones of a filter that wait for a
 * person, or `all` of these; the newest 5,000. Only `failed` ones are ever sent again in this way:
 * what the ledger refused needs a fix first.
 */
export const resendSchema = z.union([
  z.object({ ids: z.array(id).min(1).max(maxRepeated) }),
  z.object({ filter: failedFilterSchema }),
  z.object({ all: z.literal(true) }),
]);

/** A submission that stays as it is, and why. */
export const leftOutSchema = z.object({
  id,
  file: z.string(),
  company: companyReferenceSchema,
  /**
   * `already_sent` and `file_already_queued`: a guard against sending twice stops it, or a later
   * change of its records, which it would undo; it can only be sent again alone, with an explicit
   * yes (`submissions.retry`). `submission_repeated`: its document was sent again since.
   * `earlier_not_delivered`: it depends on an undelivered one that is not sent again with it.
   * `submission_state`: it is not `failed`. `check_failed`: its records cannot be read, so no guard
   * can check it. `service_refused`, `service_conflict`, `service_too_large`: the service would
   * refuse the same document again. Other codes: what keeps its company from sending.
   */
  code: z.enum(errorCodes),
  /**
   * The submission that stops it; null when it is not in this history, also when a replaced history
   * has it.
   */
  earlier: z
    .object({ id, file: z.string(), state: submissionStateSchema, at: z.iso.datetime() })
    .nullable(),
  /** How many of its records are in the other one; 0 when records are not the reason. */
  recordCount: z.number().int(),
});
export type LeftOut = z.infer<typeof leftOutSchema>;

/** What would be sent again, and what would stay. */
export const resendPlanSchema = z.object({
  ids: z.array(id),
  companies: z.array(
    companyReferenceSchema.extend({
      taxId: z.string(),
      files: z.number().int(),
      records: z.number().int(),
      /** Decimal string: the sum over the files that have an amount; null where none has. */
      amount: z.string().nullable(),
    }),
  ),
  /** Why they were not delivered, as `answerCode`; most frequent first. */
  causes: z.array(z.object({ cause: z.string().nullable(), files: z.number().int() })),
  left: z.array(leftOutSchema),
  /** Whether the filter finds more than are considered, so that it must be applied again. */
  hasMore: z.boolean(),
});
export type ResendPlan = z.infer<typeof resendPlanSchema>;

/** The submissions that were queued again, in the order of the queue, and those that stay. */
export const resendDoneSchema = z.object({
  submissions: z.array(z.object({ id, previousId: id, batchId: z.string().nullable() })),
  left: z.array(leftOutSchema),
  hasMore: z.boolean(),
});
