import { z } from 'zod';
import { submissionStateSchema } from './submission.ts';

/** A file that repeats something: a match, of which one file may have several. */
export const sentBeforeSchema = z.object({
  /** Null for a document of the history that is sent again. */
  fileId: z.string().nullable(),
  name: z.string(),
  /**
   * What repeats what: the whole document, some of its records, or records of another file of the
   * same call.
   */
  guard: z.enum(['document', 'records', 'batch']),
  /** Null for another file of the same call. */
  submissionId: z.string().nullable(),
  state: submissionStateSchema,
  at: z.iso.datetime(),
  /** Name of the file that has it already. */
  earlierFile: z.string(),
  /** Whether only a history that was set aside has it: there is nothing to open. */
  isAside: z.boolean(),
  /** Positions in this file, at most 100. */
  records: z.array(z.number().int()),
  /** How many records are shared; 0 where it is the whole document. */
  recordCount: z.number().int(),
});
export type SentBefore = z.infer<typeof sentBeforeSchema>;
