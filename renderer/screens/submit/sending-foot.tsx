import { Button, Progress } from '@mantine/core';
import { useCommand, useMethod } from '../../api/queries.ts';
import { type Formats, type Translate, useTexts } from '../../texts.ts';

/** While the queue works on this list: how far it is, a believable time left, pausing, and taking back what has not left. */
export function SendingFoot({ done, total }: { readonly done: number; readonly total: number }) {
  const { t, formats } = useTexts();
  const { data } = useMethod('submissions.progress', {});
  const cancel = useCommand('submissions.cancelJob', [
    'submissions.worklist',
    'submissions.list',
    'app.status',
  ]);
  const pause = useCommand('submissions.pause', ['submissions.progress']);
  const words = t('submit.progress', { done, total });
  // Nothing left to wait for is what was known before these files were queued.
  const remaining = data?.remainingMs || null;
  return (
    <div className="z-panel z-foot" data-testid="submit-progress">
      <div className="z-foot-words">
        <p role="status">
          <strong>{words}</strong>
          {remaining === null ? null : (
            <span className="z-second">
              {' '}
              · {t('queue.remaining', { time: durationText(t, formats, remaining) })}
            </span>
          )}
        </p>
        <Progress value={(done / total) * 100} size="sm" aria-label={words} />
        <small>{t('submit.progressHint')}</small>
      </div>
      <div className="z-foot-actions">
        {data === undefined || data.paused ? null : (
          <Button
            variant="default"
            loading={pause.isPending}
            onClick={() => pause.mutate({})}
            data-testid="pause-queue"
          >
            {t('queue.pause')}
          </Button>
        )}
        {(data?.queued ?? 0) > 0 ? (
          <Button
            variant="default"
            loading={cancel.isPending}
            onClick={() => cancel.mutate({})}
            data-testid="cancel-queue"
          >
            {t('submit.stop')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** Seconds up to a minute and a half, then whole minutes. */
function durationText(t: Translate, formats: Formats, durationMs: number): string {
  const seconds = Math.max(1, Math.round(durationMs / 1000));
  if (seconds < 90) return t('queue.seconds', { formatted: formats.count(seconds) });
  return t('queue.minutes', { formatted: formats.count(Math.round(seconds / 60)) });
}
