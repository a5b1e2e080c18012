import { z } from 'zod';
import { missingSubmissionSchema } from '../backup.ts';
import { chainStateSchema } from '../history.ts';
import { command, limit, nothing, query } from './kinds.ts';

/** The chain of evidence, and what is to be done when the history went back in time. */
export const historyMethods = {
  'history.chain': query(nothing, chainStateSchema),
  /**
   * Submissions that the copies in the data folder have and the history in force has not, the
   * newest first: what is missing, as far as it is known here.
   */
  'history.missing': query(
    z.object({ limit }),
    z.object({
      submissions: z.array(missingSubmissionSchema.extend({ copyId: z.string() })),
      /** The newest copy that has the most of them; null where none has any. */
      bestCopyId: z.string().nullable(),
    }),
  ),
  /**
   * Goes on with a history that went back: what is still queued in it may have left already, and
   * becomes `unknown`, to be decided one by one. The decision is part of the chain. Refused with
   * `secrets_locked` while the keys want a passphrase.
   */
  'history.continue': command(
    z.object({ note: z.string().trim().max(500).default('') }),
    chainStateSchema,
  ),
} as const;
