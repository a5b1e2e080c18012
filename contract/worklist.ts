import { z } from 'zod';
import { validationResultSchema } from './verdict.ts';

/** Why nothing can be sent for a file's company; `submissions.send` fails with the same code. */
export const companyObstacleSchema = z.enum([
  'company_outside_bizkaia',
  'company_archived',
  'company_without_key',
  'authorization_required',
  'authorization_unresolved',
  'authorization_expired',
]);
export type CompanyObstacle = z.infer<typeof companyObstacleSchema>;

export const fileIdSchema = z.string().min(1).max(64);

/** Most files of one call: more than any office has on its list. */
export const maxFiles = 20_000;

export const fileIdsSchema = z.array(fileIdSchema).max(maxFiles);

/** The office's company that a file's taxpayer is, if any. */
export const companyReferenceSchema = z.object({ id: z.string(), fullName: z.string() });

/**
 * The origin of a file: a submission (its refused records, those accepted with errors as a
 * modification, a record `modified` in its form, its cancellation), or another file of the worklist
 * (a part of it, or its `mended` or `edited` copy). `modified` is also a correction from which
 * records were deleted; `mended`, a dropped file with all records of a faulty one, which it
 * replaces.
 */
export const fileOriginSchema = z.object({
  kind: z.enum([
    'rejected',
    'accepted_with_errors',
    'modified',
    'cancellation',
    'split',
    'mended',
    'edited',
  ]),
  /**
   * Null for `split`, and for a fixed or edited file unless its original came from a submission.
   */
  submissionId: z.string().nullable(),
  /** Name of its original; after several steps of fixing and editing, of the first. */
  file: z.string(),
  /** Of a file that joins the corrections of several submissions: those after the first. */
  others: z.array(z.string()).optional(),
});
export type FileOrigin = z.infer<typeof fileOriginSchema>;

/**
 * A file in the Submit table. It stays there, also after a restart, until it is sent or discarded,
 * or until a file made from it corrects or splits it.
 */
export const worklistFileSchema = z.object({
  id: fileIdSchema,
  name: z.string(),
  addedAt: z.iso.datetime(),
  /** Bytes as dropped (a `.gz` counts compressed). */
  sizeBytes: z.number().int(),
  /** `null` until checked. */
  judged: validationResultSchema.omit({ issues: true, schemaId: true, sizeBytes: true }).nullable(),
  /** Whether it has faults of kinds with one right answer; `submissions.fixes` says more. */
  mayFix: z.boolean(),
  company: companyReferenceSchema.nullable(),
  /** Null also when no company is known. */
  obstacle: companyObstacleSchema.nullable(),
  /** The newest submission of this file in this worklist, once sent. */
  submission: z
    .object({
      id: z.string(),
      state: z.string(),
      /** `partially_accepted` with all of it recorded, some with errors. */
      isWithErrors: z.boolean().optional(),
      batchId: z.string().nullable(),
      /** The answer's code where there is one: why it was not delivered. */
      code: z.string().nullable().optional(),
      /** Whether the file needs attention. */
      waits: z.boolean().optional(),
      /** The service has it queued, and Zubi asks automatically for the outcome. */
      isAsked: z.boolean().optional(),
    })
    .nullable(),
  /** Null for a dropped file that replaces none. */
  origin: fileOriginSchema.nullable(),
});
export type WorklistFile = z.infer<typeof worklistFileSchema>;
