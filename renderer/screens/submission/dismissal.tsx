import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Submission, SubmissionEvent } from '../../../contract/submission.ts';
import { DismissDialog, dismissalNote } from '../../shared/history/dismiss-dialog.tsx';
import { ErrorNotice } from '../../shell/error-notice.tsx';
import { useNotify } from '../../shell/notify.tsx';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import { Notice } from '../../ui/notice.tsx';

/** Dismisses a submission that will not be corrected or repeated. */
export function LeaveAsItIs({ submission }: { readonly submission: Submission }) {
  const { t } = useTexts();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="subtle" onClick={() => setOpened(true)} data-testid="dismiss">
        {t('dismissal.leave')}
      </Button>
      {opened ? <DismissDialog submission={submission} onClose={() => setOpened(false)} /> : null}
    </>
  );
}

interface DismissedProps {
  readonly submission: Submission;
  readonly dismissedAt: string;
  readonly events: readonly SubmissionEvent[];
}

/** A dismissed submission: since when and why, and how to reopen it. */
export function Dismissed({ submission, dismissedAt, events }: DismissedProps) {
  const { t, formats } = useTexts();
  const notify = useNotify();
  const { id, file } = submission;
  const reopen = useCommand(
    'submissions.reopen',
    ['submissions.get', 'submissions.list', 'overview.get', 'app.status'],
    {
      about: () => file,
      onDone: () =>
        notify({ name: dismissalNote, tone: 'good', lines: [t('dismissal.reopened', { file })] }),
    },
  );
  const note = events.findLast(({ kind }) => kind === 'dismissed')?.data.note;
  return (
    <>
      <Notice
        tone="grey"
        testId="attention"
        title={t('dismissal.noticeTitle')}
        text={
          <>
            <p>{t('dismissal.noticeText', { when: formats.moment(dismissedAt) })}</p>
            {typeof note === 'string' && note !== '' ? (
              <p>{t('dismissal.noticeNote', { note })}</p>
            ) : null}
          </>
        }
        actions={
          <Button
            variant="default"
            loading={reopen.isPending}
            onClick={() => reopen.mutate({ ids: [id] })}
            data-testid="reopen"
          >
            {t('dismissal.reopen')}
          </Button>
        }
      />
      {reopen.error === null ? null : <ErrorNotice error={reopen.error.error} />}
    </>
  );
}
