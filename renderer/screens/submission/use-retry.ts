import { useState } from 'react';
import type { CallError } from '../../../contract/errors.ts';
import type { SentBefore } from '../../../contract/sent-before.ts';
import type { Submission } from '../../../contract/submission.ts';
import { goTo, parsePlace } from '../../router.ts';
import { useNotify } from '../../shell/notify.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';

/**
 * Sends a submission's document again as a new one; asks first where the history has it elsewhere
 * too.
 */
export function useRetry({ id, file }: Submission) {
  const { t } = useTexts();
  const notify = useNotify();
  const command = useCommand('submissions.retry', ['submissions.list', 'app.status'], {
    about: () => file,
    onDone: (submission) => {
      notify({ tone: 'good', lines: [t('submission.retryQueued')] });
      if (parsePlace(window.location.hash).id === id) goTo('history', submission.id);
    },
  });
  const [duplicates, setDuplicates] = useState<readonly SentBefore[] | null>(null);
  const [error, setError] = useState<CallError | null>(null);

  function retry(confirmDuplicates: boolean): void {
    setError(null);
    command.mutate(
      { id, confirmDuplicates },
      {
        onSuccess: () => setDuplicates(null),
        onError: (failure) => {
          const { code, details } = failure.error;
          const isDuplicate = code === 'already_sent' && !confirmDuplicates;
          setDuplicates(isDuplicate ? (details.files as unknown as readonly SentBefore[]) : null);
          if (!isDuplicate) setError(failure.error);
        },
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
