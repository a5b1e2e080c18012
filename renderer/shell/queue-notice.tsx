import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isKeyRefusal } from '../../contract/answer.ts';
import { dayOf, formatTime } from '../../contract/formats.ts';
import { useMethod } from '../api/queries.ts';
import { placeHash } from '../router.ts';
import { errorSentences } from '../sentences.ts';
import { ReleaseButton } from '../shared/sending/release-dialog.tsx';
import { useTexts } from '../texts.ts';
import { Notice } from '../ui/notice.tsx';
import { useCommand } from './use-command.ts';

/**
 * Why nothing is sent: a person paused it, the service asked to wait, or a company waits for an
 * earlier submission.
 */
export function QueueNotice() {
  const { t, formats } = useTexts();
  const { i18n } = useTranslation();
  const { data } = useMethod('submissions.progress', {});
  const status = useMethod('app.status', {});
  const resume = useCommand('submissions.resume', ['submissions.progress', 'app.status'], {
    tells: 'all',
  });
  const cancel = useCommand('submissions.cancelJob', ['submissions.progress', 'app.status'], {
    tells: 'all',
  });
  // A read-only window leaves the queue to its owner.
  const mayChange = status.data?.ownsDataFolder !== false;
  if (data === undefined) return null;
  const isKeyRefused = isKeyRefusal(data.pausedBecause);
  if (data.queued === 0 && !isKeyRefused) return null;
  const why = (code: typeof data.pausedBecause) =>
    code === null ? null : errorSentences(i18n, { code, details: {} }).title;
  const isLocked = data.pausedBecause === 'secrets_locked' && status.data?.protection.locked;
  // The reason itself is shown above, with the next step.
  if (data.pausedBecause === 'history_went_back' || isLocked === true) return null;
  if (data.paused) {
    const isElsewhere =
      data.pausedBecause === 'connection_missing' && status.data?.environment !== 'none';
    return (
      <Notice
        tone="amber"
        isSlim
        title={isElsewhere ? t('queue.elsewhere') : (why(data.pausedBecause) ?? t('queue.paused'))}
        text={
          isKeyRefused
            ? [
                t('queue.keyRefused'),
                ...(data.queued > 0
                  ? [
                      t('queue.keyRefusedQueued', {
                        count: data.queued,
                      }),
                    ]
                  : []),
              ].join(' ')
            : t(isElsewhere ? 'queue.elsewhereText' : 'queue.pausedText')
        }
        testId="notice-paused"
        actions={
          mayChange ? (
            <>
              {isKeyRefused ? (
                <a href={placeHash('settings', 'connection')}>{t('remedy.settings')}</a>
              ) : null}
              <Button
                variant="default"
                size="compact-sm"
                loading={resume.isPending}
                onClick={() => resume.mutate({})}
                data-testid="resume-queue"
              >
                {t('queue.resume')}
              </Button>
              {data.queued === 0 ? null : (
                <Button
                  variant="default"
                  size="compact-sm"
                  loading={cancel.isPending}
                  onClick={() => cancel.mutate({ all: true })}
                  data-testid="cancel-paused"
                >
                  {t('submit.stop')}
                </Button>
              )}
            </>
          ) : undefined
        }
      />
    );
  }
  if (data.waitingUntil !== null) {
    const until = new Date(data.waitingUntil);
    const isToday = dayOf(until) === dayOf(new Date());
    const again = isToday
      ? t('queue.waiting', { time: formatTime(until, true) })
      : t('queue.waitingDay', { when: formats.moment(data.waitingUntil) });
    const reason = why(data.waitingBecause);
    return (
      <Notice
        tone="grey"
        isSlim
        title={reason ?? again}
        text={reason === null ? undefined : again}
        testId="notice-waiting"
      />
    );
  }
  if (data.held === 0) return null;
  return (
    <Notice
      tone="violet"
      isSlim
      title={t('queue.held', { count: data.held })}
      testId="notice-held"
      actions={
        <>
          <a href={placeHash('history', null, 'waiting=1')}>{t('queue.heldSee')}</a>
          {mayChange ? <ReleaseButton companyId={null} /> : null}
        </>
      }
    />
  );
}
