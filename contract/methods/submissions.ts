import { z } from 'zod';
import { batchCompanySchema, batchSchema } from '../batch.ts';
import { connectionIdSchema } from '../connection.ts';
import { maxSearchText } from '../fold-text.ts';
import { formSchema } from '../form.ts';
import { heldSubmissionSchema, progressSchema } from '../queue.ts';
import { resendDoneSchema, resendPlanSchema, resendSchema } from '../repetition.ts';
import { sentBeforeSchema } from '../sent-before.ts';
import {
  recordResultSchema,
  submissionEventSchema,
  submissionFilterSchema,
  submissionSchema,
  submissionStateSchema,
} from '../submission.ts';
import { issueSchema } from '../verdict.ts';
import { fileIdSchema, fileIdsSchema, worklistFileSchema } from '../worklist.ts';
import { command, downloadSchema, id, idsOrAll, limit, nothing, query } from './kinds.ts';

/**
 * The true end of an `unknown` outcome, as a person found it in the service's panel, with a note.
 */
const resolutionSchema = z.object({
  decision: z.enum(['accepted', 'rejected', 'not_delivered']),
  note: z.string().trim().max(500).default(''),
});

/** Most decisions at once. */
const maxResolved = 5000;

/** A submission with its state of now. */
const movedSchema = z.object({ id, file: z.string(), state: submissionStateSchema });

/** The submissions whose outcome is known now, and the number of the others. */
const settledSchema = z.object({ changed: z.array(movedSchema), unchanged: z.number().int() });

/** Submissions to close or to reopen, with a note. */
const notedSchema = z.object({
  ids: z.array(id).min(1).max(1000),
  note: resolutionSchema.shape.note,
});

/** From a dropped file to an answer in the history. */
export const submissionMethods = {
  /** All of it, or the named files on it. */
  'submissions.worklist': query(
    z.object({ fileIds: fileIdsSchema.optional() }),
    z.object({ files: z.array(worklistFileSchema) }),
  ),
  /** Files may come soon: the validator starts its threads, and stops them when none come. */
  'submissions.expectFiles': command(nothing, nothing),
  /**
   * Puts received files on the worklist, not yet checked; the documents of a zip file replace it.
   * Those of `mayHold` join it only with a document of the ledger (`mayHoldDocument`). What does
   * not join is counted. None of a call, or of several calls with one `dropId`, replaces another.
   */
  'submissions.addFiles': command(
    z.object({
      fileIds: fileIdsSchema,
      mayHold: fileIdsSchema.default([]),
      dropId: z.uuid().optional(),
    }),
    z.object({ files: z.array(worklistFileSchema), leftAside: z.number().int() }),
  ),
  /** Checks files (new ones join the worklist); waits for the results. */
  'submissions.check': command(
    z.object({ fileIds: fileIdsSchema }),
    z.object({ files: z.array(worklistFileSchema) }),
  ),
  'submissions.addSamples': command(nothing, z.object({ files: z.array(worklistFileSchema) })),
  'submissions.issues': query(
    z.object({ fileId: fileIdSchema, offset: z.number().int().min(0).default(0), limit }),
    z.object({ issues: z.array(issueSchema), total: z.number().int() }),
  ),
  /** Lines of the file's text around a place; long lines are cut around `column`. */
  'submissions.excerpt': query(
    z.object({
      fileId: fileIdSchema,
      line: z.number().int().min(1),
      column: z.number().int().min(1).default(1),
      around: z.number().int().min(0).max(50).default(3),
    }),
    z.object({
      lines: z.array(
        z.object({
          line: z.number().int(),
          text: z.string(),
          cutStart: z.boolean(),
          cutEnd: z.boolean(),
        }),
      ),
      /** Column of the mark in its (perhaps cut) line, from 1; null when it is not there. */
      markColumn: z.number().int().nullable(),
    }),
  ),
  /**
   * Files of the worklist that have an invoice whose number, alone or with its series, contains
   * this; capitals or not.
   */
  'submissions.findInvoice': query(
    z.object({ number: z.string().trim().min(1).max(100) }),
    z.object({ fileIds: z.array(fileIdSchema) }),
  ),
  /** Takes files off the worklist; originals of unsent ones return. Also drops unused files. */
  'submissions.discard': command(z.object({ fileIds: fileIdsSchema }), nothing),
  /**
   * Takes files off the worklist, with the originals that they replace. For `undoMs` they can be
   * brought back, with what was removed just before; of all `fileIds` the list showed `shown`.
   */
  'submissions.remove': command(
    z.object({ fileIds: fileIdsSchema }),
    z.object({ fileIds: z.array(fileIdSchema), shown: z.number().int(), undoMs: z.number().int() }),
  ),
  /** Brings removed files back; gives those for which there was still time. */
  'submissions.restore': command(
    z.object({ fileIds: z.array(fileIdSchema) }),
    z.object({ fileIds: z.array(fileIdSchema) }),
  ),
  /**
   * Queues valid files, all or none; returns at once, the queue sends. `sent_before` queues
   * nothing: the same document, or records of it, are in the history, being sent, or in another of
   * these files. `confirmDuplicates` sends them anyway.
   */
  'submissions.send': command(
    z.object({
      fileIds: fileIdsSchema.min(1),
      confirmDuplicates: z.boolean().default(false),
    }),
    z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('queued'), submissions: z.array(submissionSchema) }),
      z.object({
        outcome: z.literal('sent_before'),
        /** Always empty. */
        submissions: z.array(submissionSchema),
        files: z.array(sentBeforeSchema),
      }),
    ]),
  ),
  'submissions.list': query(
    z.object({
      filter: submissionFilterSchema.default({}),
      cursor: z.string().max(200).nullish(),
      limit,
    }),
    z.object({
      submissions: z.array(submissionSchema),
      /**
       * Ids of those that were not fully accepted and need no more attention: corrected, sent
       * again or closed.
       */
      settled: z.array(z.string()),
      nextCursor: z.string().nullable(),
      total: z.number().int(),
      /** False when there are at least `total`, and the rest was not counted. */
      totalIsExact: z.boolean(),
    }),
  ),
  /** Batches, newest first. */
  'submissions.batches': query(
    z.object({ cursor: z.string().max(200).nullish(), limit }),
    z.object({ batches: z.array(batchSchema), nextCursor: z.string().nullable() }),
  ),
  /** A batch by company; its files are those of `submissions.list` with `batchId`. */
  'submissions.batch': query(
    z.object({ id }),
    z.object({ batch: batchSchema, companies: z.array(batchCompanySchema) }),
  ),
  'submissions.get': query(
    z.object({ id }),
    z.object({
      submission: submissionSchema,
      events: z.array(submissionEventSchema),
      hasAnswer: z.boolean(),
      /** Whether the answer contained the ledger's own response. */
      hasLedgerResponse: z.boolean(),
      /**
       * False when the history's rows of it are no longer as written: a damaged disk, or another
       * program.
       */
      isIntact: z.boolean(),
      /**
       * Whether it needs attention: it was not fully accepted, no fix arrived or is being sent, and
       * nobody closed it.
       */
      waits: z.boolean(),
    }),
  ),
  'submissions.records': query(
    z.object({
      id,
      states: z.array(recordResultSchema.shape.state).optional(),
      /** Part of a number, a supplier's name or tax id, or an amount. */
      text: z.string().max(maxSearchText).optional(),
      offset: z.number().int().min(0).default(0),
      limit,
    }),
    z.object({
      records: z.array(recordResultSchema),
      total: z.number().int(),
      /** What later submissions did with these records, by their answers: the last step of each. */
      later: z.array(
        z.object({
          record: z.number().int(),
          operation: formSchema.shape.operation,
          submissionId: z.string(),
          file: z.string(),
        }),
      ),
    }),
  ),
  /** The document as sent, or the answer as received. */
  'submissions.document': query(
    z.object({ id, part: z.enum(['sent', 'answer', 'ledger_response']) }),
    downloadSchema,
  ),
  /**
   * A person's decision on an `unknown` outcome: it arrived (accepted or rejected, as the panel
   * says), or it did not.
   */
  'submissions.resolve': command(resolutionSchema.extend({ id }), submissionSchema),
  /**
   * The same decision on several `unknown` ones; each gets it, and the note, as an event. One that
   * has ended otherwise meanwhile stays and is named in `others`; when one is not in the history at
   * all, nothing is decided.
   */
  'submissions.resolveAll': command(
    resolutionSchema.extend({ ids: z.array(id).min(1).max(maxResolved) }),
    z.object({
      resolved: z.array(id),
      others: z.array(movedSchema),
    }),
  ),
  /**
   * Reads the kept answers of `unknown` ones again (named ones, or all) with the profile in force;
   * sends nothing. An answer that now tells the outcome settles it; the others stay. With `preview`
   * nothing changes.
   */
  'submissions.readAgain': command(
    z.object({
      ids: z.array(id).min(1).max(maxResolved).optional(),
      preview: z.boolean().default(false),
    }),
    settledSchema,
  ),
  /**
   * Asks the service now for the outcome of those that it has queued (`answer_queued`). Sends
   * nothing. A window also asks by itself, as the service profile says.
   */
  'submissions.ask': command(z.object({ ids: z.array(id).min(1).max(maxResolved) }), settledSchema),
  /**
   * The causes of unknown outcomes and of undelivered ones that wait, as `answerCode`; most
   * frequent first.
   */
  'submissions.causes': query(
    z.object({
      companyId: id.optional(),
      connection: connectionIdSchema.optional(),
      state: z.enum(['unknown', 'failed']).default('unknown'),
    }),
    z.object({ causes: z.array(z.object({ cause: z.string(), files: z.number().int() })) }),
  ),
  /**
   * Closes submissions that were `rejected`, `partially_accepted` or `failed` and will not be fixed
   * or sent again: they need no more attention. All or none. Those closed before stay as they are.
   * Returns them in no order.
   */
  'submissions.dismiss': command(notedSchema, z.object({ submissions: z.array(submissionSchema) })),
  /** Reopens closed ones: they need attention again, unless they have been fixed or sent again. */
  'submissions.reopen': command(notedSchema, z.object({ submissions: z.array(submissionSchema) })),
  /**
   * Queues a `failed`, `rejected` or `cancelled` submission's document again, as a new submission.
   * Fails with `already_sent` when something of it was sent before, until confirmed.
   */
  'submissions.retry': command(
    z.object({ id, confirmDuplicates: z.boolean().default(false) }),
    submissionSchema,
  ),
  /** What `submissions.retryAll` would do now. */
  'submissions.planRetry': query(resendSchema, resendPlanSchema),
  /**
   * Queues `failed` submissions again, each in its old place and batch. Those that may not be sent,
   * or were sent since, are left out and named in `left`; a guard against sending twice is never
   * passed. One id outside every history refuses all.
   */
  'submissions.retryAll': command(resendSchema, resendDoneSchema),
  /** Starts no new sending, also after a restart, until resumed; files being sent finish. */
  'submissions.pause': command(nothing, progressSchema),
  /** Resumes sending. With a company: releases its held files; the queue itself stays as it is. */
  'submissions.resume': command(z.object({ companyId: id.optional() }), progressSchema),
  /**
   * Files that wait for an earlier submission, in the order of the queue; at most the first 1,000.
   */
  'submissions.held': query(nothing, z.object({ held: z.array(heldSubmissionSchema) })),
  /** Progress of the queue since it was last empty, and of each file being sent. */
  'submissions.progress': query(nothing, progressSchema),
  /** Withdraws files that are not sent yet: the named ones, or `all`. */
  'submissions.cancelJob': command(idsOrAll(z.array(id)), z.object({ cancelled: z.array(id) })),
} as const;
