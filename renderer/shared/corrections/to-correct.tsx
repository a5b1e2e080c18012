import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Input } from '../../../contract/methods.ts';
import { useMethod } from '../../api/queries.ts';
import { laterDialog } from '../../shell/later-component.tsx';
import { useTexts } from '../../texts.ts';
import { Notice } from '../../ui/notice.tsx';
import type { ForRecorded } from './correct-many-dialog.tsx';

const CorrectManyDialog = laterDialog(
  async () => (await import('./correct-many-dialog.tsx')).CorrectManyDialog,
);

/** Of submissions that were refused, or accepted in part: what to correct, for all at once. */
export function ToCorrect({
  selection,
}: {
  readonly selection: Input<'submissions.planCorrections'>;
}) {
  const { t, formats } = useTexts();
  const { data } = useMethod('submissions.planCorrections', selection, { keepPrevious: true });
  const [opened, setOpened] = useState<ForRecorded | null>(null);
  const counted = (count: number) => ({ count, formatted: formats.count(count) });
  const submissions = data?.submissions ?? [];
  const recorded = submissions.filter((one) => one.recorded > 0);
  const records = recorded.reduce((sum, one) => sum + one.recorded, 0);
  const notice =
    submissions.length === 0 ? null : (
      <Notice
        tone="amber"
        testId="to-correct"
        title={t('corrections.many.notice', counted(submissions.length))}
        text={
          records === 0
            ? null
            : `${t('corrections.many.recorded', counted(records))} · ${t('resolveAll.files', counted(recorded.length))}`
        }
        actions={
          records === 0 ? (
            <Button onClick={() => setOpened('modify')} data-testid="correct-many">
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
              <Button onClick={() => setOpened('modify')} data-testid="correct-many-modify">
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
