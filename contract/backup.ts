import { z } from 'zod';
import { connectionKindSchema } from './connection.ts';
import { shownStateSchema, submissionStateSchema } from './submission.ts';

/** `new` stands for beginning again with an empty history; nothing is deleted by that either. */
export const newHistoryId = 'new';

/**
 * `automatic`: made by the application, kept 7 days and 4 weeks; `before_update`: made before a new
 * version changed the history; `archive`: asked for by a person, never removed; `set_aside`: what
 * was in force before a restoration.
 */
export const backupKindSchema = z.enum(['automatic', 'before_update', 'archive', 'set_aside']);

/**
 * A copy of the history that could be restored. What it holds is null where it is not known without
 * opening it.
 */
export const backupSchema = z.object({
  id: z.string(),
  kind: backupKindSchema,
  createdAt: z.iso.datetime(),
  sizeBytes: z.number().int(),
  submissions: z.number().int().nullable(),
  companies: z.number().int().nullable(),
  lastSubmissionAt: z.string().nullable(),
  /** Whether a passphrase is needed, and then whether keys are inside. */
  sealed: z.boolean(),
  includesKeys: z.boolean(),
  /** False for what was set aside as damaged, or is older: it is kept, not offered. */
  restorable: z.boolean(),
  /** Whether a version from before the first release wrote it; false where it is not known. */
  isOlder: z.boolean(),
});
export type Backup = z.infer<typeof backupSchema>;

/** A submission that only a history set aside has. */
export const missingSubmissionSchema = z.object({
  id: z.string(),
  file: z.string(),
  company: z.string(),
  taxId: z.string(),
  state: submissionStateSchema,
  /** The state in words. */
  shown: shownStateSchema,
  environment: connectionKindSchema,
  /** When it was sent; when it was queued, if it was not. */
  at: z.iso.datetime(),
  identifier: z.string().nullable(),
  registrationNumber: z.string().nullable(),
});
export type MissingSubmission = z.infer<typeof missingSubmissionSchema>;

/**
 * Set while the history cannot be used: then only `app.status`, `settings.get` and `backup.*` are
 * answered.
 */
export const recoverySchema = z.object({
  /** Whether the history is damaged or of a version from before the first release. */
  code: z.enum(['database_damaged', 'database_older']),
  /**
   * What was found: `version 19`, `missing`, `empty file`, `quick_check`, `integrity_check`,
   * `evidence`, ...
   */
  cause: z.string(),
  /** The newest copy that was good when it was made; null when there is none. */
  newestCopy: backupSchema.nullable(),
});
export type Recovery = z.infer<typeof recoverySchema>;
