import { useState } from 'react';
import type { CallError } from '../../../contract/errors.ts';
import type { SentBefore } from '../../../contract/sent-before.ts';
import type { Submission } from '../../../contract/submission.ts';
import type { CallFailure } from '../../api/bridge.ts';
import { useCommand } from '../../api/queries.ts';
import { goTo, parsePlace } from '../../router.ts';
import { useLateEnd } from '../../shell/late-end.ts';
import { useNotify } from '../../shell/notify.tsx';
import { useTexts } from '../../texts.ts';

/**
 * Sends a submission's document again as a new one; asks first where the history has it elsewhere
 * too.
 */
export function useRetry({ id, file }: Submission) {
  const { t } = useTexts();
  const notify = useNotify();
  const late = useLateEnd();
  const command = useCommand('submissions.retry', ['submissions.list', 'app.status']);
  const [duplicates, setDuplicates] = useState<readonly SentBefore[] | null>(null);
  const [error, setError] = useState<CallError | null>(null);

  function retry(confirmDuplicates: boolean): void {
    setError(null);
    command.mutateAsync({ id, confirmDuplicates }).then(
      (submission) => {
        setDuplicates(null);
        notify({ tone: 'good', lines: [t('submission.retryQueued')] });
        if (parsePlace(window.location.hash).id === id) goTo('history', submission.id);
      },
      (failure: CallFailure) => {
        const { code, details } = failure.error;
        const isDuplicate = code === 'already_sent' && !confirmDuplicates;
        setDuplicates(isDuplicate ? (details.files as unknown as readonly SentBefore[]) : null);
        if (!isDuplicate) setError(failure.error);
        late.tellRefusal(failure, file);
      },
    );
  }
  return {
    retry: () => retry(false),
    retryAnyway: () => retry(true),
    leave: () => setDuplicates(null),
    duplicates,
    error,
    isSending: command.isPending,
  };
}
