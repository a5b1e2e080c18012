import type { Submission, SubmissionState } from './submission.ts';

/**
 * What is said of a submission: its state, and where all was recorded but with errors, or where the
 * service has queued it, that.
 */
export type ShownState = SubmissionState | 'accepted_with_errors' | 'queued_there';

/** The service says “in part” also where nothing was refused: the records tell them apart. */
export function shownStateOf({
  state,
  records,
  answerCode = null,
  recordCounts: { correct, acceptedWithErrors, incorrect },
}: Pick<Submission, 'state' | 'records' | 'recordCounts'> &
  Partial<Pick<Submission, 'answerCode'>>): ShownState {
  if (isQueuedThere(state, answerCode)) return 'queued_there';
  const isAllRecorded = incorrect === 0 && correct + acceptedWithErrors === records;
  return state === 'partially_accepted' && acceptedWithErrors > 0 && isAllRecorded
    ? 'accepted_with_errors'
    : state;
}

/** The service has it and has not said yet how it ended. */
export function isQueuedThere(state: string, code: string | null | undefined): boolean {
  return state === 'unknown' && code === 'answer_queued';
}
