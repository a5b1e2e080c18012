import { z } from 'zod';
import { backupSchema, missingSubmissionSchema } from '../backup.ts';
import { newPassphraseSchema } from '../passphrase.ts';
import { command, id, limit, nothing, query } from './kinds.ts';

const backupId = z.string().min(1).max(200);

/** Copies of the history, and the way back. */
export const backupMethods = {
  /** Newest first. */
  'backup.list': query(nothing, z.object({ backups: z.array(backupSchema) })),
  /**
   * Makes an archive for the person: history, settings and connection; with a passphrase it is
   * sealed and holds the keys as well. Without one it holds no key. It stays in the data folder's
   * `backups/`; `backup.read` hands it out.
   */
  'backup.create': command(z.object({ passphrase: newPassphraseSchema.optional() }), backupSchema),
  /** A piece of a copy's file, for saving it elsewhere; empty beyond its end. */
  'backup.read': query(
    z.object({
      id: backupId,
      offset: z.number().int().min(0).default(0),
      limit: z
        .number()
        .int()
        .min(1)
        .max(4 * 1024 * 1024)
        .default(1024 * 1024),
    }),
    z.object({ name: z.string(), sizeBytes: z.number().int(), contentBase64: z.string() }),
  ),
  /**
   * Deletes one copy for good. The newest one that is good, and what was set aside (it may hold
   * what is nowhere else), only with an explicit yes: without it `backup_needed`.
   */
  'backup.remove': command(
    z.object({ id: backupId, confirmed: z.boolean().default(false) }),
    z.object({ removed: backupId }),
  ),
  /** Looks at the history in force from end to end; fails with `database_damaged`. */
  'backup.check': command(
    nothing,
    z.object({
      checkedAt: z.iso.datetime(),
      submissions: z.number().int(),
      /** The chain of evidence as it was followed. */
      chain: z.object({
        links: z.number().int(),
        /** The newest link whose seal was verified; it speaks for all before it. */
        sealedUpTo: z.number().int(),
        /** Links with a seal of a key that is not here. */
        unverified: z.number().int(),
      }),
    }),
  ),
  /**
   * Puts a copy (by its id, `new` for an empty history) or an archive that was handed over in the
   * place of the history. It is checked first; what was in force is set aside, never deleted;
   * either all of it happens or nothing. The queue must be empty or the history unusable.
   */
  'backup.restore': command(
    z
      .object({
        id: backupId.optional(),
        fileId: id.optional(),
        passphrase: z.string().min(1).max(1024).optional(),
      })
      .refine((input) => (input.id === undefined) !== (input.fileId === undefined)),
    z.object({
      submissions: z.number().int(),
      lastSubmissionAt: z.string().nullable(),
      /** Name, in the data folder's `backups/`, of what was in force before. */
      setAside: z.string().nullable(),
      keysRestored: z.number().int(),
      /**
       * True when an archive that was not sealed names another service than the one here: what is
       * here stays, also nothing, because anyone could have written where the archive's leads.
       */
      connectionKept: z.boolean(),
      /** That service's address, to be shown: a person enters it where it is the right one. */
      connectionLeft: z.string().nullable(),
      /**
       * Submissions of the history set aside that the restored one does not have; they stay there.
       * Null when it cannot be read.
       */
      leftAside: z.number().int().nullable(),
    }),
  ),
  /**
   * Those submissions, the newest first, of a history that was set aside (`setAside` of a
   * restoration, or a copy of that kind).
   */
  'backup.leftAside': query(
    z.object({ id: backupId, limit }),
    z.object({
      submissions: z.array(missingSubmissionSchema),
      /**
       * Null when that history cannot be read to its end: then `submissions` are those that could
       * be read.
       */
      total: z.number().int().nullable(),
    }),
  ),
} as const;
