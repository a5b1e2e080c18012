import { z } from 'zod';
import { submissionStates } from './choices.ts';
import { connectionIdSchema, connectionKindSchema } from './connection.ts';
import { maxSearchText } from './fold-text.ts';
import {
  expenseTypeSchema,
  formSchema,
  recordKeySchema,
  taxpayerSchema,
  totalsSchema,
} from './form.ts';
import { companyReferenceSchema } from './worklist.ts';

/**
 * `failed`: surely not delivered, may be sent again. `unknown`: may have been delivered, never sent
 * again unless a person decides so. `cancelled`: withdrawn before sending.
 */
export const submissionStateSchema = z.enum(submissionStates);
export type SubmissionState = z.infer<typeof submissionStateSchema>;

/** The state shown for a submission (`shownStateOf`). */
export const shownStateSchema = z.enum([
  ...submissionStates,
  'accepted_with_errors',
  'queued_there',
]);

export const recordStateSchema = z.enum([
  'correct',
  'accepted_with_errors',
  'incorrect',
  'cancelled',
  'not_told',
]);
export type RecordState = z.infer<typeof recordStateSchema>;

/** A line of the history. */
export const submissionSchema = z.object({
  id: z.string(),
  sha256: z.string(),
  file: z.string(),
  form: formSchema,
  fiscalYear: z.number().int(),
  /** The quarter it counts for, `2026-Q3`. */
  period: z.string(),
  taxpayer: taxpayerSchema,
  company: companyReferenceSchema,
  records: z.number().int(),
  totals: totalsSchema,
  state: submissionStateSchema,
  environment: connectionKindSchema,
  /** The id of the connection that it goes through. */
  connection: connectionIdSchema,
  createdAt: z.iso.datetime(),
  /** When the first byte was about to be sent; null before that. */
  sentAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  /** The service's identifier of it. */
  identifier: z.string().nullable(),
  registrationNumber: z.string().nullable(),
  /** The ledger's or the service's code for the whole file, and their words, unchanged. */
  answerCode: z.string().nullable(),
  answerMessage: z.string().nullable(),
  recordCounts: z.object({
    correct: z.number().int(),
    acceptedWithErrors: z.number().int(),
    incorrect: z.number().int(),
  }),
  /** The file this one was made from, when it was sent again. */
  previousId: z.string().nullable(),
  /** Attempts that surely did not arrive and that the queue itself repeats. */
  attempts: z.number().int(),
  /**
   * When a queued one is tried again, or the service is asked for the outcome of one that it has
   * queued (`answer_queued`); null for all others.
   */
  nextAttemptAt: z.iso.datetime().nullable(),
  /**
   * The earlier submission a queued one waits for (it has the same records, and its outcome is
   * unknown or it failed).
   */
  heldBy: z.string().nullable(),
  /** What it was sent with; null for what was sent before batches were kept. */
  batchId: z.string().nullable(),
  /** When a person closed it, so that it needs no more attention; null when nobody did. */
  dismissedAt: z.iso.datetime().nullable(),
});
export type Submission = z.infer<typeof submissionSchema>;

/** An event of a submission; `data` has the values for its sentence. */
export const submissionEventSchema = z.object({
  at: z.iso.datetime(),
  /**
   * `postponed`: surely not delivered, tried again by the queue itself (`code`, `attempt`,
   * `nextAttemptAt`). `held`: waits for an earlier submission (`by`, `state`, `file`). `released`:
   * no longer waits (`by`, and `decision` `person` when a person released it). `dismissed`: a
   * person closed it (`note`). `reopened`: it waits for a person again (`note`). The service's
   * error texts by field are its `fields` (`{field: [text]}`). `unknown` after an answer says why:
   * `part` and `reason`, or `word` and what the answer `said`. `read_again`: with another profile
   * (`profile`) the kept answer tells the outcome (`state`, `code`). `unknown` with
   * `answer_queued`: the service is processing it; with `asked` false Zubi asks no more by itself.
   */
  kind: z.enum([
    'checked',
    'queued',
    'sending',
    'answered',
    'postponed',
    'held',
    'released',
    'failed',
    'unknown',
    'resolved',
    'cancelled',
    'dismissed',
    'reopened',
    'read_again',
  ]),
  data: z.record(
    z.string(),
    z.union([
      z.string(),
      z.number(),
      z.boolean(),
      z.null(),
      z.record(z.string(), z.array(z.string())),
    ]),
  ),
});
export type SubmissionEvent = z.infer<typeof submissionEventSchema>;

export const recordResultSchema = z.object({
  /** Position in the file, from 1; null when the answer names a record that the file lacks. */
  record: z.number().int().nullable(),
  key: recordKeySchema,
  counterparty: z.string().nullable(),
  amount: z.string().nullable(),
  state: recordStateSchema,
  code: z.string().nullable(),
  messageEs: z.string().nullable(),
  messageEu: z.string().nullable(),
});
export type RecordResult = z.infer<typeof recordResultSchema>;

export const submissionFilterSchema = z.object({
  companyId: z.string().optional(),
  connection: connectionIdSchema.optional(),
  states: z.array(submissionStateSchema).optional(),
  model: formSchema.shape.model.optional(),
  operation: formSchema.shape.operation.optional(),
  expenseType: expenseTypeSchema.optional(),
  /** Searched for in file name, company, tax ID, identifiers. */
  text: z.string().max(maxSearchText).optional(),
  /** Inclusive instants on `createdAt`. */
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  batchId: z.string().max(64).optional(),
  /** Only those that need attention. */
  waiting: z.boolean().optional(),
  /** Only those that a person closed. */
  dismissed: z.boolean().optional(),
  /**
   * Only `unknown` ones with this cause, their `answerCode`; with `failed` in `states`, undelivered
   * ones with this cause that wait.
   */
  cause: z.string().max(64).optional(),
});
export type SubmissionFilter = z.infer<typeof submissionFilterSchema>;
