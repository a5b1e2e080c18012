import { Button, Progress } from '@mantine/core';
import { Fragment, useEffect, useState } from 'react';
import type { HeldSubmission } from '../../../contract/queue.ts';
import { useMethod } from '../../api/queries.ts';
import { placeHash } from '../../router.ts';
import { PauseButton } from '../../shared/sending/pause-button.tsx';
import type { SendingProgress } from '../../shared/worklist/worklist.ts';
import { useCommand } from '../../shell/use-command.ts';
import { useTexts } from '../../texts.ts';
import { Spoken } from '../../ui/spoken.tsx';
import { timeLeftText } from './time-left.ts';

/** The number of earlier submissions that are named. */
const named = 3;

/** Files of the list that wait for an earlier submission, and so for a person. */
function useHeld(onTheWay: SendingProgress['onTheWay'], isAny: boolean): readonly HeldSubmission[] {
  const { data } = useMethod('submissions.held', {}, { enabled: isAny });
  const own = new Set(onTheWay);
  return isAny ? (data?.held.filter(({ id }) => own.has(id)) ?? []) : [];
}

/**
 * The foot while the queue works on this list: progress, a realistic time left, held files,
 * pausing, and withdrawing unsent files.
 */
export function SendingFoot({ done, undelivered, total, onTheWay }: SendingProgress) {
  const { t } = useTexts();
  const { data, dataUpdatedAt } = useMethod('submissions.progress', {});
  const held = useHeld(onTheWay, (data?.held ?? 0) > 0);
  const secondsLeft = useSecondsLeft(data?.startsInMs ?? 0);
  const waits = t('submit.progressHeld', {
    count: held.length,
  });
  // Shown first where nothing continues without a person.
  const isMoving = held.length < onTheWay.length;
  const cancel = useCommand(
    'submissions.cancelJob',
    ['submissions.worklist', 'submissions.list', 'app.status'],
    { tells: 'all' },
  );
  const sent = [
    t('submit.progress', { done: done - undelivered, total }),
    ...(undelivered > 0 ? [t('batch.failed', { count: undelivered })] : []),
  ].join(' · ');
  const words =
    secondsLeft > 0
      ? t('submit.startsIn', { count: secondsLeft })
      : [...(isMoving || done > 0 ? [sent] : []), ...(held.length > 0 ? [waits] : [])].join(' · ');
  const remaining = useBelievable(data?.remainingMs ?? null, dataUpdatedAt);
  const left = remaining === null ? null : timeLeftText(t, remaining);
  return (
    <div className="z-panel z-foot" data-testid="submit-progress">
      <div className="z-foot-words">
        <p>
          <strong>{words}</strong>
          {left === null || secondsLeft > 0 ? null : <span className="z-second"> · {left}</span>}
        </p>
        <Spoken text={words} />
        {isMoving || done > 0 ? (
          <Progress value={(done / total) * 100} size="sm" aria-label={sent} />
        ) : null}
        {isMoving ? <small>{t('submit.progressHint')}</small> : <WaitsFor held={held} />}
      </div>
      <div className="z-foot-actions">
        {isMoving && secondsLeft === 0 ? <PauseButton /> : null}
        {(data?.queued ?? 0) > 0 ? (
          <Button
            variant="default"
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ all: true })}
            data-testid="cancel-queue"
          >
            {t(secondsLeft > 0 ? 'submit.stopNow' : 'submit.stop')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** An estimate, shown until it is clearly wrong: no event for longer than twice of it. */
function useBelievable(remaining: number | null, saidAt: number): number | null {
  const [doubted, setDoubted] = useState(0);
  useEffect(() => {
    if (remaining === null) return;
    const timer = setTimeout(() => setDoubted(saidAt), 2 * remaining + 3000);
    return () => clearTimeout(timer);
  }, [remaining, saidAt]);
  return doubted === saidAt ? null : remaining;
}

/** Whole seconds of a running time; 0 at its end. */
function useSecondsLeft(milliseconds: number): number {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const start = performance.now();
    setNow(start);
    setUntil(start + milliseconds);
    if (milliseconds === 0) return;
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, [milliseconds]);
  return Math.max(0, Math.ceil((until - now) / 1000));
}

/** The earlier submissions that the held ones wait for, with links. */
function WaitsFor({ held }: { readonly held: readonly HeldSubmission[] }) {
  const { t } = useTexts();
  const earlier = [...new Map(held.map(({ by }) => [by.id, by])).values()];
  const more = earlier.length - named;
  return (
    <small data-testid="waits-for">
      {t('submit.heldHint', { count: held.length })}{' '}
      {earlier.slice(0, named).map(({ id, file }, index) => (
        <Fragment key={id}>
          {index === 0 ? null : ', '}
          <a href={placeHash('history', id)}>{file}</a>
        </Fragment>
      ))}
      {more > 0 ? ` ${t('retryAll.more', { count: more })}` : null}
    </small>
  );
}
