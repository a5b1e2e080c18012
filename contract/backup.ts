import { z } from 'zod';
import { authorizationStateSchema } from './company.ts';
import { connectionKindSchema } from './connection.ts';
import { shownStateSchema, submissionStateSchema } from './submission.ts';

/** `new` starts with an empty history; it deletes nothing. */
export const newHistoryId = 'new';

/**
 * `automatic`: made by the application, kept 7 days and 4 weeks; `before_update`: made before a new
 * version changed the history; `archive`: made by a person, never removed; `set_aside`: the history
 * before a restoration.
 */
export const backupKindSchema = z.enum(['automatic', 'before_update', 'archive', 'set_aside']);

/** A copy of the history. A value is null where it is unknown without opening the copy. */
export const backupSchema = z.object({
  id: z.string(),
  kind: backupKindSchema,
  createdAt: z.iso.datetime(),
  sizeBytes: z.number().int(),
  submissions: z.number().int().nullable(),
  companies: z.number().int().nullable(),
  lastSubmissionAt: z.string().nullable(),
  /** Whether it needs a passphrase, and whether it has keys. */
  sealed: z.boolean(),
  includesKeys: z.boolean(),
  /** False for a damaged or older copy: it is kept, not offered. */
  restorable: z.boolean(),
  /** Whether a version from before the first release wrote it; false where unknown. */
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
  /** When it was sent, or queued if not sent. */
  at: z.iso.datetime(),
  identifier: z.string().nullable(),
  registrationNumber: z.string().nullable(),
});
export type MissingSubmission = z.infer<typeof missingSubmissionSchema>;

/** A company that only a history set aside has, and that the service has or may have. */
export const missingCompanySchema = z.object({
  id: z.string(),
  name: z.string(),
  taxId: z.string(),
  /** Its identifier in the service; null where the answer to its creation was lost. */
  serviceId: z.string().nullable(),
  environment: connectionKindSchema,
});
export type MissingCompany = z.infer<typeof missingCompanySchema>;

/** A company whose authorization has later steps in a history set aside. */
export const changedAuthorizationSchema = z.object({
  /** The company, in the history in force. */
  id: z.string(),
  name: z.string(),
  taxId: z.string(),
  /** The state in the history set aside. */
  state: authorizationStateSchema,
  environment: connectionKindSchema,
});
export type ChangedAuthorization = z.infer<typeof changedAuthorizationSchema>;

/**
 * Set while the history cannot be used: then only `app.status`, `settings.get` and `backup.*` are
 * answered.
 */
export const recoverySchema = z.object({
  /** Whether the history is damaged or of a version from before the first release. */
  code: z.enum(['database_damaged', 'database_older']),
  /**
   * The finding: `version 19`, `missing`, `empty file`, `quick_check`, `integrity_check`,
   * `evidence`, ...
   */
  cause: z.string(),
  /** The newest copy that was good when made; null when there is none. */
  newestCopy: backupSchema.nullable(),
});
export type Recovery = z.infer<typeof recoverySchema>;
