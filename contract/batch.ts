import { z } from 'zod';
import { connectionIdSchema, connectionKindSchema } from './connection.ts';

/**
 * How the files of a batch stand. A file that was repeated within its batch counts once, as its
 * newest submission.
 */
export const batchCountsSchema = z.object({
  files: z.number().int(),
  /** Queued or on its way. */
  waiting: z.number().int(),
  /** Of those: what waits for an earlier submission, and so for a person. */
  held: z.number().int(),
  accepted: z.number().int(),
  partiallyAccepted: z.number().int(),
  /** Of those: all was recorded, some of it with errors. */
  withErrors: z.number().int(),
  rejected: z.number().int(),
  /** Surely not delivered. */
  failed: z.number().int(),
  /** May have been delivered. */
  unknown: z.number().int(),
  /** Of those: the service has queued them and has not said yet how they ended. */
  queuedThere: z.number().int(),
  /** Taken back before it left. */
  cancelled: z.number().int(),
});
export type BatchCounts = z.infer<typeof batchCountsSchema>;

const batchSumsSchema = batchCountsSchema.extend({
  records: z.number().int(),
  /** Records that the ledger has, with and without errors, as far as the answers tell. */
  acceptedRecords: z.number().int(),
  incorrectRecords: z.number().int(),
  /** Decimal string: the sum over the files that have an amount. */
  amount: z.string(),
});

/** What was sent at one stroke. */
export const batchSchema = batchSumsSchema.extend({
  id: z.string(),
  environment: connectionKindSchema,
  /** The id of the connection that it goes through. */
  connection: connectionIdSchema,
  createdAt: z.iso.datetime(),
  /** When the last of it ended; null while anything is queued or on its way. */
  endedAt: z.iso.datetime().nullable(),
  companies: z.number().int(),
});
export type Batch = z.infer<typeof batchSchema>;

/** A company's part of a batch, by the name that was sent. */
export const batchCompanySchema = batchSumsSchema.extend({
  id: z.string(),
  fullName: z.string(),
  taxId: z.string(),
});
export type BatchCompany = z.infer<typeof batchCompanySchema>;
