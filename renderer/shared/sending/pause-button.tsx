import { Button } from '@mantine/core';
import { useCommand, useMethod } from '../../api/queries.ts';
import { useNotifyRefusal } from '../../shell/use-notify-refusal.ts';
import { useTexts } from '../../texts.ts';

/** Pauses the queue; nothing while it is paused. */
export function PauseButton() {
  const { t } = useTexts();
  const { data } = useMethod('submissions.progress', {});
  const pause = useCommand('submissions.pause', ['submissions.progress']);
  const onError = useNotifyRefusal();
  if (data === undefined || data.paused) return null;
  return (
    <Button
      variant="default"
      loading={pause.isPending}
      onClick={() => pause.mutate({}, { onError })}
      data-testid="pause-queue"
    >
      {t('queue.pause')}
    </Button>
  );
}
