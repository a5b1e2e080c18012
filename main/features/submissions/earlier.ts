import type { SubmissionState } from '../../../contract/submission.ts';
import type { SubmissionsTable } from '../../platform/db/tables.ts';

/** Another submission, as it is shown to a person. */
export interface EarlierSubmission {
  readonly id: string;
  /** Name of its file. */
  readonly file: string;
  readonly state: SubmissionState;
  /** When it was sent, or queued where it has not been sent; an ISO instant. */
  readonly at: string;
}

/** The columns of an `EarlierSubmission`, for a statement that names the submission `earlier`. */
export const earlierColumns = `earlier.id, earlier.file_name as file, earlier.state,
  coalesce(earlier.sent_at, earlier.created_at) as at`;

export function toEarlier(row: SubmissionsTable): EarlierSubmission {
  const { id, file_name: file, state, sent_at, created_at } = row;
  return { id, file, state, at: sent_at ?? created_at };
}
