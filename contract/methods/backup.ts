import { z } from 'zod';
import {
  backupSchema,
  changedAuthorizationSchema,
  missingCompanySchema,
  missingSubmissionSchema,
} from '../backup.ts';
import { newPassphraseSchema, passphraseSchema } from '../passphrase.ts';
import { command, id, limit, nothing, pieceSchema, query } from './kinds.ts';

const backupId = z.string().min(1).max(200);

/** Copies of the history, and restoring them. */
export const backupMethods = {
  /** Newest first. */
  'backup.list': query(nothing, z.object({ backups: z.array(backupSchema) })),
  /**
   * Makes an archive for the person: history, settings and connection; with a passphrase it is
   * sealed and has the keys as well. It stays in the data folder's `backups/`; `backup.read` reads
   * it.
   */
  'backup.create': command(z.object({ passphrase: newPassphraseSchema.optional() }), backupSchema),
  /** A piece of a copy's file; empty beyond its end. */
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
    pieceSchema,
  ),
  /**
   * Deletes one copy for good. The newest good one, and a set-aside one (its content may exist
   * nowhere else), need a confirmation: without it `backup_needed`.
   */
  'backup.remove': command(
    z.object({ id: backupId, confirmed: z.boolean().default(false) }),
    z.object({ removed: backupId }),
  ),
  /** Checks the whole history in force; fails with `database_damaged`. */
  'backup.check': command(
    nothing,
    z.object({
      checkedAt: z.iso.datetime(),
      submissions: z.number().int(),
      /** The verified chain of evidence. */
      chain: z.object({
        links: z.number().int(),
        /** The newest link whose seal was verified; it covers all before it. */
        sealedUpTo: z.number().int(),
        /** Links sealed by a key that is not here. */
        unverified: z.number().int(),
      }),
    }),
  ),
  /**
   * Puts a copy (by its id, `new` for an empty history) or a received archive in the place of the
   * history. It is checked first; the history before is set aside, never deleted; all of it happens
   * or nothing. The queue must be empty or the history unusable.
   */
  'backup.restore': command(
    z
      .object({
        id: backupId.optional(),
        fileId: id.optional(),
        passphrase: passphraseSchema.optional(),
      })
      .refine((input) => (input.id === undefined) !== (input.fileId === undefined)),
    z.object({
      submissions: z.number().int(),
      lastSubmissionAt: z.string().nullable(),
      /** Name, in the data folder's `backups/`, of the history before. */
      setAside: z.string().nullable(),
      keysRestored: z.number().int(),
      /**
       * True when an unsealed archive names another service than the one here. The connection here
       * does not change, because anyone could have written the archive's.
       */
      connectionKept: z.boolean(),
      /** That service's address, for a person to enter where it is right. */
      connectionLeft: z.string().nullable(),
      /**
       * Number of submissions of the set-aside history that the restored one lacks. Null when it
       * cannot be read.
       */
      leftAside: z.number().int().nullable(),
      /** Number of companies that it lacks and that the service has or may have; null likewise. */
      companiesAside: z.number().int().nullable(),
      /** Number of companies whose authorization changed there later; null likewise. */
      authorizationsAside: z.number().int().nullable(),
    }),
  ),
  /**
   * Those submissions, companies and authorizations, each newest first, of a set-aside history
   * (`setAside` of a restoration, or a copy of that kind).
   */
  'backup.leftAside': query(
    z.object({ id: backupId, limit }),
    z.object({
      submissions: z.array(missingSubmissionSchema),
      /**
       * Null when that history cannot be read to its end: then `submissions` are the readable ones.
       */
      total: z.number().int().nullable(),
      companies: z.array(missingCompanySchema),
      /** Null likewise. */
      companiesTotal: z.number().int().nullable(),
      authorizations: z.array(changedAuthorizationSchema),
      /** Null likewise. */
      authorizationsTotal: z.number().int().nullable(),
    }),
  ),
} as const;
