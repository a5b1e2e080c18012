import { z } from 'zod';
import { errorCodes } from './errors.ts';
import { submissionStateSchema } from './submission.ts';

/** Why the queue waits or is stopped. */
const reasonSchema = z.enum(errorCodes).nullable();

/** The queue since it was last empty, for the header and the progress bar. */
export const queueSummarySchema = z.object({
  /** All files since the queue was last empty: the sum of the counts that follow. */
  files: z.number().int(),
  /** Waiting to be sent, including held ones. */
  queued: z.number().int(),
  /** Of the queued: those that wait for an earlier submission, and so for a person. */
  held: z.number().int(),
  sending: z.number().int(),
  /** Answered by the service, accepted or not. */
  done: z.number().int(),
  /** Surely not delivered, and not tried again by the queue. */
  failed: z.number().int(),
  /** May have been delivered: a person records the outcome. */
  unknown: z.number().int(),
  cancelled: z.number().int(),
  /** XML bytes: of all files but the withdrawn ones, and the part already sent. */
  bytes: z.object({ total: z.number().int(), sent: z.number().int() }),
  /**
   * Estimated milliseconds until nothing more can be sent now; null while uncertain and while the
   * queue is paused.
   */
  remainingMs: z.number().int().nullable(),
  /** No new sending until `submissions.resume`. */
  paused: z.boolean(),
  /**
   * Null when a person paused it; else the error that every file would get, for which the queue
   * paused.
   */
  pausedBecause: reasonSchema,
  /** Milliseconds until what was just queued is sent: until then it can be stopped; 0 otherwise. */
  startsInMs: z.number().int(),
  /** No new sending before this instant: the service asked for it, or could not be reached. */
  waitingUntil: z.iso.datetime().nullable(),
  waitingBecause: reasonSchema,
});
export type QueueSummary = z.infer<typeof queueSummarySchema>;

/** A queued submission that waits for an earlier one of its company with the same records. */
export const heldSubmissionSchema = z.object({
  id: z.string(),
  file: z.string(),
  company: z.object({ id: z.string(), fullName: z.string() }),
  /** The one it waits for, which may be held itself. */
  by: z.object({ id: z.string(), file: z.string(), state: submissionStateSchema }),
});
export type HeldSubmission = z.infer<typeof heldSubmissionSchema>;

/** A file being sent. */
export const fileProgressSchema = z.object({
  id: z.string(),
  /** XML bytes sent, and in total. */
  sentBytes: z.number().int(),
  sizeBytes: z.number().int(),
});

export const progressSchema = queueSummarySchema.extend({ onTheWay: z.array(fileProgressSchema) });
export type Progress = z.infer<typeof progressSchema>;
