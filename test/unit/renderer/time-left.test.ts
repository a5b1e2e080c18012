import { expect, it } from 'vitest';
import { timeLeftText } from '../../../renderer/screens/submit/time-left.ts';
import type { Translate } from '../../../renderer/texts.ts';

const t: Translate = (key, values = {}) => [key, ...Object.values(values)].join(' ');

it('the time left is shown from two seconds on, in seconds up to a minute and a half', () => {
  const told = [0, 1999, 2000, 89_000, 90_000].map((ms) => timeLeftText(t, ms));
  expect(told).toEqual([
    null,
    null,
    'queue.remaining queue.seconds 2',
    'queue.remaining queue.seconds 89',
    'queue.remaining queue.minutes 2',
  ]);
});
