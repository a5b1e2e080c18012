import type { Translate } from '../../texts.ts';

/** A shorter time is not shown: nobody has to wait. */
const shortestMs = 2000;

/** Seconds up to a minute and a half, then whole minutes; null where it is too short to show. */
export function timeLeftText(t: Translate, leftMs: number): string | null {
  if (leftMs < shortestMs) return null;
  const seconds = Math.round(leftMs / 1000);
  const time =
    seconds < 90
      ? t('queue.seconds', { count: seconds })
      : t('queue.minutes', { count: Math.round(seconds / 60) });
  return t('queue.remaining', { time });
}
