import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Submission } from '../../../contract/submission.ts';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useNotify } from '../../shell/notify.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import { Notice } from '../../ui/notice.tsx';

interface QueuedThereProps {
  readonly submission: Submission;
  /** Actions of a person who knows the outcome from elsewhere. */
  readonly actions: ReactNode;
}

/** The service has the file and has not given the outcome yet. */
export function QueuedThere({ submission, actions }: QueuedThereProps) {
  const { t, formats } = useTexts();
  const notify = useNotify();
  const { id, file, nextAttemptAt, identifier } = submission;
  const ask = useCommand('submissions.ask', ['submissions.get', 'submissions.list'], {
    about: () => file,
    onDone: ({ changed }) => {
      if (changed.length === 0) notify({ tone: 'plain', lines: [t('submission.askedInVain')] });
    },
  });
  const askNow = () => ask.mutate({ ids: [id] });
  return (
    <>
      <Notice
        tone="accent"
        testId="attention"
        title={t('submission.attention.queuedThereTitle')}
        text={
          nextAttemptAt === null
            ? t('submission.attention.queuedThereAsk')
            : t('submission.attention.queuedThereText', { at: formats.moment(nextAttemptAt) })
        }
        actions={
          <>
            {identifier === null ? null : (
              <Button onClick={askNow} loading={ask.isPending} data-testid="ask-now">
                {t('submission.askNow')}
              </Button>
            )}
            {actions}
          </>
        }
      />
      {ask.error === null ? null : <ErrorNotice error={ask.error.error} />}
    </>
  );
}
