import { expect, it } from 'vitest';
import { shownStateOf } from '../../../contract/shown-state.ts';

it.each([
  ['some with errors, none refused', 'partially_accepted', [2, 1, 0], 'accepted_with_errors'],
  ['all with errors', 'partially_accepted', [0, 3, 0], 'accepted_with_errors'],
  ['one refused', 'partially_accepted', [1, 1, 1], 'partially_accepted'],
  ['one of which nothing is known', 'partially_accepted', [1, 1, 0], 'partially_accepted'],
  ['nothing known of any', 'partially_accepted', [0, 0, 0], 'partially_accepted'],
  ['all correct', 'accepted', [3, 0, 0], 'accepted'],
] as const)('three records, %s: %s of %j is %s', (_, state, counts, shown) => {
  const [correct, acceptedWithErrors, incorrect] = counts;
  const recordCounts = { correct, acceptedWithErrors, incorrect };
  expect(shownStateOf({ state, records: 3, recordCounts })).toBe(shown);
});

it('files queued by the service are shown as that, not as unknown', () => {
  const recordCounts = { correct: 0, acceptedWithErrors: 0, incorrect: 0 };
  const unknown = { state: 'unknown', records: 3, recordCounts } as const;
  expect(shownStateOf({ ...unknown, answerCode: 'answer_queued' })).toBe('queued_there');
  expect(shownStateOf({ ...unknown, answerCode: 'interrupted' })).toBe('unknown');
});
