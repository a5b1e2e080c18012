import { z } from 'zod';
import { shownStateSchema, submissionStateSchema } from './submission.ts';

/** A file that repeats something: one match; a file may have several. */
export const sentBeforeSchema = z.object({
  /** Null for a document of the history that is sent again. */
  fileId: z.string().nullable(),
  name: z.string(),
  /**
   * What is repeated: the whole document, some of its records, or records of another file of the
   * same call.
   */
  guard: z.enum(['document', 'records', 'batch']),
  /** Null for another file of the same call. */
  submissionId: z.string().nullable(),
  state: submissionStateSchema,
  /** The state in words. */
  shown: shownStateSchema,
  at: z.iso.datetime(),
  /** Name of the file that has it already. */
  earlierFile: z.string(),
  /** Whether only a replaced history has it: it cannot be opened. */
  isAside: z.boolean(),
  /** Positions in this file, at most 100; none where it would undo a later change. */
  records: z.array(z.number().int()),
  /** Number of shared records; 0 for the whole document. */
  recordCount: z.number().int(),
});
export type SentBefore = z.infer<typeof sentBeforeSchema>;
