import type { BatchCounts } from '../../../contract/batch.ts';
import type { TextKey } from '../../i18n.ts';
import type { Translate } from '../../texts.ts';
import { type Sign, type Tone, toneSigns } from '../../ui/pill.tsx';
import { shownSigns } from '../../ui/state-tones.ts';

interface BatchState {
  readonly count: CountName;
  readonly tone: Tone;
  /** State of the history's filter; null where there are two of them. */
  readonly state: string | null;
}

/** States of a batch's files, from finished to missing. */
export const batchStates: readonly BatchState[] = [
  { count: 'accepted', tone: 'green', state: 'accepted' },
  { count: 'withErrors', tone: 'amber', state: 'partially_accepted' },
  { count: 'partiallyAccepted', tone: 'amber', state: 'partially_accepted' },
  { count: 'rejected', tone: 'red', state: 'rejected' },
  { count: 'unknown', tone: 'violet', state: 'unknown' },
  { count: 'queuedThere', tone: 'accent', state: 'unknown' },
  { count: 'failed', tone: 'red', state: 'failed' },
  { count: 'waiting', tone: 'accent', state: null },
  { count: 'held', tone: 'violet', state: 'queued' },
  { count: 'cancelled', tone: 'grey', state: 'cancelled' },
];

type CountName = Exclude<keyof BatchCounts, 'files'>;

/** The sign of a state: a withdrawn file is not open. */
export const signOf = ({ count, tone }: BatchState): Sign =>
  count === 'cancelled' ? shownSigns.cancelled : toneSigns[tone];

/** The number of files in a state, each counted once: a held file does not count as being sent. */
export function countOf(counts: Readonly<Partial<BatchCounts>>, name: CountName): number {
  const { waiting = 0, held = 0, partiallyAccepted = 0, withErrors = 0 } = counts;
  const { unknown = 0, queuedThere = 0 } = counts;
  if (name === 'waiting') return Math.max(0, waiting - held);
  if (name === 'partiallyAccepted') return Math.max(0, partiallyAccepted - withErrors);
  if (name === 'unknown') return Math.max(0, unknown - queuedThere);
  return counts[name] ?? 0;
}

/** `3 rechazados`. */
export function countText(t: Translate, name: CountName, count: number): string {
  const key: TextKey = `batch.${name}`;
  return t(key, { count });
}

/** The counts in words, without zeros. */
export function countTexts(
  t: Translate,
  counts: Readonly<Partial<BatchCounts>>,
): readonly string[] {
  return batchStates.flatMap(({ count: name }) => {
    const count = countOf(counts, name);
    return count === 0 ? [] : [countText(t, name, count)];
  });
}
