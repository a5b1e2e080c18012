import { Button } from '@mantine/core';
import { useMethod } from '../../api/queries.ts';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';

/** Pauses the queue; nothing while it is paused. */
export function PauseButton() {
  const { t } = useTexts();
  const { data } = useMethod('submissions.progress', {});
  const pause = useCommand('submissions.pause', ['submissions.progress'], { tells: 'all' });
  if (data === undefined || data.paused) return null;
  return (
    <Button
      variant="default"
      loading={pause.isPending}
      onClick={() => pause.mutate({})}
      data-testid="pause-queue"
    >
      {t('queue.pause')}
    </Button>
  );
}
