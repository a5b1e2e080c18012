import type { BatchCounts } from '../../../contract/batch.ts';
import type { TextKey } from '../../i18n.ts';
import type { Formats, Translate } from '../../texts.ts';
import type { Tone } from '../../ui/pill.tsx';

interface BatchState {
  readonly count: Exclude<keyof BatchCounts, 'files' | 'held'>;
  readonly tone: Tone;
  /** State of the history's filter; null where there are two of them. */
  readonly state: string | null;
}

/** How files of a batch can stand, from what is done to what is not there. */
export const batchStates: readonly BatchState[] = [
  { count: 'accepted', tone: 'green', state: 'accepted' },
  { count: 'partiallyAccepted', tone: 'amber', state: 'partially_accepted' },
  { count: 'rejected', tone: 'red', state: 'rejected' },
  { count: 'unknown', tone: 'violet', state: 'unknown' },
  { count: 'failed', tone: 'red', state: 'failed' },
  { count: 'waiting', tone: 'accent', state: null },
  { count: 'cancelled', tone: 'grey', state: 'cancelled' },
];

type CountName = BatchState['count'] | 'held';

/** `3 rechazados`. */
export function countText(t: Translate, formats: Formats, name: CountName, count: number): string {
  const key: TextKey = `batch.${name}`;
  return t(key, { count, formatted: formats.count(count) });
}

/** What there is of each, in words, nothing left out that is not zero. */
export function countTexts(
  t: Translate,
  formats: Formats,
  counts: Readonly<Partial<Record<CountName, number>>>,
): readonly string[] {
  const names: readonly CountName[] = [...batchStates.map(({ count }) => count), 'held'];
  return names.flatMap((name) => {
    const count = counts[name] ?? 0;
    return count === 0 ? [] : [countText(t, formats, name, count)];
  });
}
