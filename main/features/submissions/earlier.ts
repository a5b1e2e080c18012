import type { LeftOut } from '../../../contract/repetition.ts';
import type { SubmissionsTable } from '../../platform/db/tables.ts';

/** Another submission, as it is shown to a person; `at`: when it was sent, or else queued. */
export type EarlierSubmission = NonNullable<LeftOut['earlier']>;

/** The columns of an `EarlierSubmission`, for a statement that names the submission `earlier`. */
export const earlierColumns = `earlier.id, earlier.file_name as file, earlier.state,
  coalesce(earlier.sent_at, earlier.created_at) as at`;

export function toEarlier(row: SubmissionsTable): EarlierSubmission {
  const { id, file_name: file, state, sent_at, created_at } = row;
  return { id, file, state, at: sent_at ?? created_at };
}
