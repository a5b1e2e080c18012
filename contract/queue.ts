import { z } from 'zod';
import { errorCodes } from './errors.ts';
import { submissionStateSchema } from './submission.ts';

/** Why the queue waits or stands still. */
const reasonSchema = z.enum(errorCodes).nullable();

/** The queue as a whole, since it was last empty: what the header and the progress bar show. */
export const queueSummarySchema = z.object({
  /** All files since the queue was last empty: the sum of the counts that follow. */
  files: z.number().int(),
  /** Waiting for their turn, the held ones among them. */
  queued: z.number().int(),
  /** Of the queued: those that wait for an earlier submission, and so for a person. */
  held: z.number().int(),
  sending: z.number().int(),
  /** Answered by the service, accepted or not. */
  done: z.number().int(),
  /** Surely not delivered, and not tried again by the queue itself. */
  failed: z.number().int(),
  /** May have been delivered: a person says how they ended. */
  unknown: z.number().int(),
  cancelled: z.number().int(),
  /** XML bytes: of all files but the cancelled ones, and of those what has left. */
  bytes: z.object({ total: z.number().int(), sent: z.number().int() }),
  /**
   * Believed time until nothing is left that can be sent now, in milliseconds; null while too
   * little is known, and while the queue is paused.
   */
  remainingMs: z.number().int().nullable(),
  /** Nothing new leaves until `submissions.resume`. */
  paused: z.boolean(),
  /**
   * Null when a person paused it; else the fault that every file would meet, for which the queue
   * paused itself.
   */
  pausedBecause: reasonSchema,
  /** Milliseconds until what was just queued leaves: until then it can be stopped; 0 otherwise. */
  startsInMs: z.number().int(),
  /** Nothing new leaves before: the service asked for it, or it was not reached. */
  waitingUntil: z.iso.datetime().nullable(),
  waitingBecause: reasonSchema,
});
export type QueueSummary = z.infer<typeof queueSummarySchema>;

/** A queued submission that waits for an earlier one of its company, whose records it carries. */
export const heldSubmissionSchema = z.object({
  id: z.string(),
  file: z.string(),
  company: z.object({ id: z.string(), fullName: z.string() }),
  /** The one that it waits for, which may be held itself. */
  by: z.object({ id: z.string(), file: z.string(), state: submissionStateSchema }),
});
export type HeldSubmission = z.infer<typeof heldSubmissionSchema>;

/** A file on its way. */
export const fileProgressSchema = z.object({
  id: z.string(),
  /** XML bytes handed to the network, and all of them. */
  sentBytes: z.number().int(),
  sizeBytes: z.number().int(),
});

export const progressSchema = queueSummarySchema.extend({ onTheWay: z.array(fileProgressSchema) });
export type Progress = z.infer<typeof progressSchema>;
