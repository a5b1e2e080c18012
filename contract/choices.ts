/** Lists of choices without zod, so that the window and the command line's start stay small. */

export const languages = ['es', 'eu', 'en'] as const;
export type Language = (typeof languages)[number];

/** Formats of a report. */
export const reportFormats = ['json', 'csv', 'html', 'junit', 'sarif'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** Largest document by default, in bytes (32 MiB). */
export const usualMaxFileBytes = 32 * 1024 * 1024;

/** Kinds of calls to the service, as in a service profile. */
export const profileCalls = [
  'submission',
  'createCompany',
  'updateCompany',
  'authorization',
  'territories',
  'license',
] as const;
export type ProfileCall = (typeof profileCalls)[number];

/** States of a submission; `contract/submission.ts` explains each. */
export const submissionStates = [
  'queued',
  'sending',
  'accepted',
  'partially_accepted',
  'rejected',
  'failed',
  'unknown',
  'cancelled',
] as const;

/**
 * The service of a connection: on this machine, a vendor's test host, or the one whose submissions
 * reach the tax authority.
 */
export const connectionKinds = ['sandbox', 'test', 'production'] as const;
export type ConnectionKind = (typeof connectionKinds)[number];
