/**
 * What a person can choose among, by itself: for where the schemas' library is not loaded, the
 * window and the start of the command line.
 */

export const languages = ['es', 'eu', 'en'] as const;
export type Language = (typeof languages)[number];

/** In which forms a verdict can be written down. */
export const reportFormats = ['json', 'csv', 'html', 'junit', 'sarif'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** Largest document taken in when nothing else was chosen, in bytes (32 MiB). */
export const usualMaxFileBytes = 32 * 1024 * 1024;

/** What the service is called for, as a service profile tells of it. */
export const profileCalls = [
  'submission',
  'createCompany',
  'updateCompany',
  'authorization',
  'territories',
  'license',
] as const;
export type ProfileCall = (typeof profileCalls)[number];

/** How far a submission is: `contract/submission.ts` says what each means. */
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
 * What a connection leads to: a service on this machine, a vendor's host for tests, or the one
 * whose submissions reach the tax authority.
 */
export const connectionKinds = ['sandbox', 'test', 'production'] as const;
export type ConnectionKind = (typeof connectionKinds)[number];
