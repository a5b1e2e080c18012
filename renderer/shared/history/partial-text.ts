import { untoldRecords } from '../../../contract/answer.ts';
import type { Submission } from '../../../contract/submission.ts';
import type { Translate } from '../../texts.ts';

/** The records of a partly accepted submission that are not simply recorded. */
export function countUnaccepted(submission: Submission): number {
  const { incorrect, acceptedWithErrors } = submission.recordCounts;
  return incorrect + acceptedWithErrors + untoldRecords(submission);
}

/** What to do with the records of a partly accepted submission. */
export function partialText(t: Translate, submission: Submission): string {
  const { recordCounts } = submission;
  const { incorrect, acceptedWithErrors } = recordCounts;
  const untold = untoldRecords(submission);
  return [
    incorrect > 0 ? t('submission.attention.partiallyNotNoted', { count: incorrect }) : null,
    acceptedWithErrors > 0
      ? t('submission.attention.partiallyWithErrors', { count: acceptedWithErrors })
      : null,
    untold > 0 ? t('submission.attention.partiallyUntold', { count: untold }) : null,
  ]
    .filter((part) => part !== null)
    .join(' ');
}
