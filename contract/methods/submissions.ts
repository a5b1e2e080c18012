import { z } from 'zod';
import { batchCompanySchema, batchSchema } from '../batch.ts';
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
import { fileIdSchema, worklistFileSchema } from '../worklist.ts';
import { command, id, idsOrAll, limit, nothing, query } from './kinds.ts';

/**
 * How an `unknown` outcome ended, as a person found it in the service's panel, and what she notes.
 */
const resolutionSchema = z.object({
  decision: z.enum(['accepted', 'rejected', 'not_delivered']),
  note: z.string().trim().max(500).default(''),
});

/** So many are decided on at one stroke. */
const maxResolved = 5000;

/** From a dropped file to an answer in the history. */
export const submissionMethods = {
  /** The whole of it, or the files named that are on it. */
  'submissions.worklist': query(
    z.object({ fileIds: z.array(fileIdSchema).max(5000).optional() }),
    z.object({ files: z.array(worklistFileSchema) }),
  ),
  /**
   * Files may be about to come (they are dragged over the window, or being chosen): what checks
   * them gets ready, and ends again when none come.
   */
  'submissions.expectFiles': command(nothing, nothing),
  /**
   * Puts files that were taken in on the worklist, not yet checked; the documents of a zip file
   * take its place, and what else it held is counted.
   */
  'submissions.addFiles': command(
    z.object({ fileIds: z.array(fileIdSchema).max(5000) }),
    z.object({ files: z.array(worklistFileSchema), leftAside: z.number().int() }),
  ),
  /** Checks files (those just taken in join the worklist); waits for the verdicts. */
  'submissions.check': command(
    z.object({ fileIds: z.array(fileIdSchema).max(5000) }),
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
      /**
       * Position of the mark in its (perhaps cut) line, from 1; null when the place is not in the
       * file.
       */
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
  /** Takes files off the worklist; also lets go of files that were taken in and found no use. */
  'submissions.discard': command(z.object({ fileIds: z.array(fileIdSchema).max(5000) }), nothing),
  /**
   * Takes files off the worklist, with the originals that they replace. For `undoMs` they can be
   * brought back; then they are discarded.
   */
  'submissions.remove': command(
    z.object({ fileIds: z.array(fileIdSchema).max(5000) }),
    z.object({ fileIds: z.array(fileIdSchema), undoMs: z.number().int() }),
  ),
  /** Brings removed files back; gives those for which there was still time. */
  'submissions.restore': command(
    z.object({ fileIds: z.array(fileIdSchema).max(10_000) }),
    z.object({ fileIds: z.array(fileIdSchema) }),
  ),
  /**
   * Queues valid files, all or none; gives back at once, the queue sends. `sent_before` queues
   * nothing: the same document, or records of it, are in the history, on their way, or in another
   * of these files. `confirmDuplicates` is the explicit yes to what it names.
   */
  'submissions.send': command(
    z.object({
      fileIds: z.array(fileIdSchema).min(1).max(5000),
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
      nextCursor: z.string().nullable(),
      total: z.number().int(),
      /** False when there are at least `total`, and the rest was not counted. */
      totalIsExact: z.boolean(),
    }),
  ),
  /** What was sent at one stroke, newest first. */
  'submissions.batches': query(
    z.object({ cursor: z.string().max(200).nullish(), limit }),
    z.object({ batches: z.array(batchSchema), nextCursor: z.string().nullable() }),
  ),
  /** A batch by its companies; its files are those of `submissions.list` with `batchId`. */
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
      /** Whether the answer brought the ledger's own response document. */
      hasLedgerResponse: z.boolean(),
      /**
       * False when what the history tells of it is no longer as it was written: a damaged disk, or
       * another program.
       */
      isIntact: z.boolean(),
      /**
       * Whether it waits for a person: it ended short of accepted, nothing that fixes it arrived or
       * is on its way, and nobody let it be.
       */
      waits: z.boolean(),
    }),
  ),
  'submissions.records': query(
    z.object({
      id,
      states: z.array(recordResultSchema.shape.state).optional(),
      offset: z.number().int().min(0).default(0),
      limit,
    }),
    z.object({ records: z.array(recordResultSchema), total: z.number().int() }),
  ),
  /** What was sent, or what came back, as it was. */
  'submissions.document': query(
    z.object({ id, part: z.enum(['sent', 'answer', 'ledger_response']) }),
    z.object({ name: z.string(), mediaType: z.string(), contentBase64: z.string() }),
  ),
  /**
   * A person's decision on an `unknown` outcome: it arrived (accepted or rejected, as the panel
   * says), or it did not.
   */
  'submissions.resolve': command(resolutionSchema.extend({ id }), submissionSchema),
  /**
   * The same decision on several `unknown` ones at one stroke; each has it, and the note, in its
   * own life. One that has ended otherwise meanwhile stays as it is, and is told in `others`; when
   * one is not in the history at all, nothing is decided.
   */
  'submissions.resolveAll': command(
    resolutionSchema.extend({ ids: z.array(id).min(1).max(maxResolved) }),
    z.object({
      resolved: z.array(id),
      others: z.array(z.object({ id, file: z.string(), state: submissionStateSchema })),
    }),
  ),
  /**
   * Reads the kept answers of `unknown` ones again (of those named, or of all) by the profile in
   * force, and sends nothing. One whose answer tells now how it ended becomes that; the others stay
   * as they are. With `preview` nothing changes.
   */
  'submissions.readAgain': command(
    z.object({
      ids: z.array(id).min(1).max(maxResolved).optional(),
      preview: z.boolean().default(false),
    }),
    z.object({
      changed: z.array(z.object({ id, file: z.string(), state: submissionStateSchema })),
      unchanged: z.number().int(),
    }),
  ),
  /**
   * Asks the service for the end of those that it has queued (`answer_queued`), now. Nothing is
   * sent. A window asks by itself too, as the service profile says.
   */
  'submissions.ask': command(
    z.object({ ids: z.array(id).min(1).max(maxResolved) }),
    z.object({
      changed: z.array(z.object({ id, file: z.string(), state: submissionStateSchema })),
      unchanged: z.number().int(),
    }),
  ),
  /**
   * What those came of that have no known end, or were not delivered and wait, as their
   * `answerCode` says it; the most first.
   */
  'submissions.causes': query(
    z.object({ companyId: id.optional(), state: z.enum(['unknown', 'failed']).default('unknown') }),
    z.object({ causes: z.array(z.object({ cause: z.string(), files: z.number().int() })) }),
  ),
  /**
   * A person dismisses submissions that were `rejected`, `partially_accepted` or `failed` and will
   * not be corrected or repeated: they wait for nobody any more. All or none. One that was
   * dismissed before stays as it is. Gives them back in no order.
   */
  'submissions.dismiss': command(
    z.object({ ids: z.array(id).min(1).max(1000), note: z.string().trim().max(500).default('') }),
    z.object({ submissions: z.array(submissionSchema) }),
  ),
  /** Takes that back: they wait for a person again, unless they have been taken further. */
  'submissions.reopen': command(
    z.object({ ids: z.array(id).min(1).max(1000), note: z.string().trim().max(500).default('') }),
    z.object({ submissions: z.array(submissionSchema) }),
  ),
  /**
   * Queues a `failed`, `rejected` or `cancelled` submission's document again, as a new submission.
   * Refused with `already_sent` where something of it was sent before, until it is confirmed.
   */
  'submissions.retry': command(
    z.object({ id, confirmDuplicates: z.boolean().default(false) }),
    submissionSchema,
  ),
  /** What `submissions.retryAll` would do with these now. */
  'submissions.planRetry': query(resendSchema, resendPlanSchema),
  /**
   * Queues `failed` submissions again at one stroke, each in its old place and its old batch. What
   * may not go, or has gone since, is left out and told in `left`; nothing that a guard against
   * sending twice stops is sent. One id that no history has refuses all.
   */
  'submissions.retryAll': command(resendSchema, resendDoneSchema),
  /**
   * Lets nothing new leave, also after a restart, until it is resumed; what is on its way comes to
   * its end.
   */
  'submissions.pause': command(nothing, progressSchema),
  /**
   * Goes on sending. With a company: lets what is held for it go without what holds it; the queue
   * itself stays as it is.
   */
  'submissions.resume': command(z.object({ companyId: id.optional() }), progressSchema),
  /** What waits for an earlier submission, in the order of the queue; at most the first 1,000. */
  'submissions.held': query(nothing, z.object({ held: z.array(heldSubmissionSchema) })),
  /** How far the queue is: since it was last empty, and file by file what is on its way. */
  'submissions.progress': query(nothing, progressSchema),
  /** Takes back what has not left yet: those named, or `all` of the queue. */
  'submissions.cancelJob': command(idsOrAll(z.array(id)), z.object({ cancelled: z.array(id) })),
} as const;
