import { z } from 'zod';
import { connectionIdSchema, connectionKindSchema } from './connection.ts';

/**
 * Counts of a batch's files. A file repeated within its batch counts once, as its newest
 * submission.
 */
export const batchCountsSchema = z.object({
  files: z.number().int(),
  /** Queued or on its way. */
  waiting: z.number().int(),
  /** Of those: files that wait for an earlier submission, and so for a person. */
  held: z.number().int(),
  accepted: z.number().int(),
  partiallyAccepted: z.number().int(),
  /** Of those: fully recorded, with errors. */
  withErrors: z.number().int(),
  rejected: z.number().int(),
  /** Surely not delivered. */
  failed: z.number().int(),
  /** May have been delivered. */
  unknown: z.number().int(),
  /** Files of them that the service has queued and whose end is not known yet. */
  queuedThere: z.number().int(),
  /** Withdrawn before it left. */
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

/** The files of one sending. */
export const batchSchema = batchSumsSchema.extend({
  id: z.string(),
  environment: connectionKindSchema,
  /** The id of its connection. */
  connection: connectionIdSchema,
  createdAt: z.iso.datetime(),
  /** When its last file ended; null while one is queued or on its way. */
  endedAt: z.iso.datetime().nullable(),
  companies: z.number().int(),
  /** Of the files not delivered, those that wait and would not be refused again as they are. */
  retryable: z.number().int(),
});
export type Batch = z.infer<typeof batchSchema>;

/** A company's part of a batch, by the name that was sent. */
export const batchCompanySchema = batchSumsSchema.extend({
  id: z.string(),
  fullName: z.string(),
  taxId: z.string(),
});
export type BatchCompany = z.infer<typeof batchCompanySchema>;
