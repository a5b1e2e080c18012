import type { Translate } from '../../texts.ts';
import type { ListedSubmission } from './use-history.ts';

/** A cancellation may be done without another one: its records are cancelled, some with errors. */
const hasFollower = ({ isSettled, dismissedAt, form }: ListedSubmission) =>
  isSettled && dismissedAt === null && form.operation !== 'cancellation';

/** Why a submission that was not fully accepted needs nothing more: closed, or sent afterwards. */
export function settledText(t: Translate, submission: ListedSubmission): string | null {
  if (submission.dismissedAt !== null) return t('dismissal.mark');
  return hasFollower(submission) ? t('corrections.submissions') : null;
}
