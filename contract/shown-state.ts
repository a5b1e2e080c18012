import type { SentBefore } from './sent-before.ts';
import type { Submission, SubmissionState } from './submission.ts';

/**
 * The state shown of a submission: `accepted_with_errors` where all of it was recorded, some with
 * errors; `queued_there` where the service has queued it; else its own.
 */
export type ShownState = SubmissionState | 'accepted_with_errors' | 'queued_there';

/** The service also says “in part” where nothing was refused: the records tell the difference. */
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

/** The service has it and has not given the outcome yet. */
export function isQueuedThere(state: string, code: string | null | undefined): boolean {
  return state === 'unknown' && code === 'answer_queued';
}

/** Whether no confirmation can release a file: its document is queued or being sent. */
export function goesOnce({ guard, state }: Pick<SentBefore, 'guard' | 'state'>): boolean {
  return guard === 'document' && (state === 'queued' || state === 'sending');
}
