import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Input } from '../../../contract/methods.ts';
import { useMethod } from '../../api/queries.ts';
import { useTexts } from '../../texts.ts';
import { laterDialog } from '../../ui/later-component.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { ForRecorded } from './correct-many-dialog.tsx';
import { stillPlanned } from './still-planned.ts';

const CorrectManyDialog = laterDialog(
  async () => (await import('./correct-many-dialog.tsx')).CorrectManyDialog,
);

/** Submissions that were refused or partly accepted: what to correct, for all at once. */
export function ToCorrect({
  selection,
  isNext = true,
}: {
  /** Null: nothing to correct now; an open dialog stays. */
  readonly selection: Input<'submissions.planCorrections'> | null;
  /** Whether it is the next step on its screen. */
  readonly isNext?: boolean;
}) {
  const { t } = useTexts();
  const { data, isPlaceholderData } = useMethod(
    'submissions.planCorrections',
    selection ?? { ids: [] },
    {
      enabled: selection !== null,
      keepPrevious: true,
    },
  );
  const [opened, setOpened] = useState<ForRecorded | null>(null);
  const planned = selection === null ? [] : (data?.submissions ?? []);
  const submissions = isPlaceholderData ? stillPlanned(planned, selection) : planned;
  const recorded = submissions.filter((one) => one.recorded > 0);
  const records = recorded.reduce((sum, one) => sum + one.recorded, 0);
  const notice =
    submissions.length === 0 ? null : (
      <Notice
        tone="amber"
        isSlim
        testId="to-correct"
        title={t('corrections.many.notice', { count: submissions.length })}
        text={
          records === 0
            ? null
            : `${t('corrections.many.recorded', { count: records })} · ${t('resolveAll.files', { count: recorded.length })}`
        }
        actions={
          records === 0 ? (
            <Button
              variant={isNext ? 'filled' : 'default'}
              onClick={() => setOpened('modify')}
              data-testid="correct-many"
            >
              {t('corrections.many.open')}
            </Button>
          ) : (
            <>
              <Button
                variant="default"
                onClick={() => setOpened('leave_out')}
                data-testid="correct-many-leave_out"
              >
                {t('corrections.many.openLeaveOut')}
              </Button>
              <Button
                variant={isNext ? 'filled' : 'default'}
                onClick={() => setOpened('modify')}
                data-testid="correct-many-modify"
              >
                {t('corrections.many.openModify')}
              </Button>
            </>
          )
        }
      />
    );
  return (
    <>
      {notice}
      {opened === null ? null : (
        <CorrectManyDialog
          selection={{ ids: submissions.map(({ id }) => id) }}
          recorded={opened}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
