import { z } from 'zod';
import { missingSubmissionSchema } from '../backup.ts';
import { chainStateSchema } from '../history.ts';
import { command, limit, nothing, query } from './kinds.ts';

/** The chain of evidence, and the decision when the history went back in time. */
export const historyMethods = {
  'history.chain': query(nothing, chainStateSchema),
  /**
   * Submissions that the copies in the data folder have and the current history lacks, newest
   * first: what is missing, as far as it is known here.
   */
  'history.missing': query(
    z.object({ limit }),
    z.object({
      submissions: z.array(missingSubmissionSchema.extend({ copyId: z.string() })),
      /** The copy that holds most of them, of several the newest; null when no copy holds one. */
      bestCopyId: z.string().nullable(),
    }),
  ),
  /**
   * Accepts a history that went back. What is queued in it may have been sent already and becomes
   * `unknown`, to be decided one by one. The decision is part of the chain. Fails with
   * `secrets_locked` while the keys need a passphrase.
   */
  'history.continue': command(
    z.object({ note: z.string().trim().max(500).default('') }),
    chainStateSchema,
  ),
} as const;
