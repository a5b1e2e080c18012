import { z } from 'zod';
import { errorCodes } from './errors.ts';
import { id } from './methods/kinds.ts';
import { submissionFilterSchema, submissionStateSchema } from './submission.ts';
import { companyReferenceSchema } from './worklist.ts';

/** So many are looked at, and sent again, at one stroke. */
const maxRepeated = 5000;

/** What a filter of what was not delivered may ask for. */
const failedFilterSchema = z
  .object({
    ...submissionFilterSchema.omit({ states: true, waiting: true, dismissed: true }).shape,
    states: z.array(z.literal('failed')).min(1).optional(),
  })
  .refine((filter) => Object.values(filter).some(saysSomething));

/** A filter that leaves everything open is not taken for all. */
function saysSomething(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : value !== undefined;
}

/**
 * Submissions to be sent again at one stroke: those named, what a filter finds of those that were
 * not delivered and wait for a person, or `all` of these; the newest 5,000 of them. Only what is
 * `failed` is ever sent again so: what the ledger refused has to be fixed first.
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
   * `already_sent` and `file_already_queued`: a guard against sending twice stops it, and it may
   * only be sent again by itself, with an explicit yes (`submissions.retry`).
   * `submission_repeated`: its document was sent again since, and that one stands for it.
   * `earlier_not_delivered`: it builds on one that was not delivered and is not sent again with it.
   * `submission_state`: it is not `failed`. `check_failed`: its records cannot be read, so that no
   * guard can look. Else what keeps its company from sending.
   */
  code: z.enum(errorCodes),
  /**
   * What stands against it; null where it is no other submission of this history: also where a
   * history that was set aside has it.
   */
  earlier: z
    .object({ id, file: z.string(), state: submissionStateSchema, at: z.iso.datetime() })
    .nullable(),
  /** How many of its records stand there too; 0 where it is not about records. */
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
      /** Decimal string: the sum over the files that have an amount. */
      amount: z.string(),
    }),
  ),
  /** Why they were not delivered, as their `answerCode` says it; the most first. */
  causes: z.array(z.object({ cause: z.string().nullable(), files: z.number().int() })),
  left: z.array(leftOutSchema),
  /** Whether the filter finds more than are looked at, so that it has to be asked again. */
  hasMore: z.boolean(),
});
export type ResendPlan = z.infer<typeof resendPlanSchema>;

/** What was queued again, in the order of the queue, and what stays as it was. */
export const resendDoneSchema = z.object({
  submissions: z.array(z.object({ id, previousId: id, batchId: z.string().nullable() })),
  left: z.array(leftOutSchema),
  hasMore: z.boolean(),
});
