import { expect, it } from 'vitest';
import { chooseRecords } from '../../../main/features/history/corrections.ts';

it.each([
  ['creation', [1]],
  ['modification', []],
] as const)(
  'of a %s, refused records that were cancelled later: %j is corrected',
  (operation, rejected) => {
    const step = { record: 1, submissionId: 'later', file: 'a.xml', laterRecord: 1 };
    const row = { state: 'partially_accepted', record_count: 2, operation } as const;
    const told = [
      { record: 1, state: 'incorrect' },
      { record: 2, state: 'correct' },
    ] as const;
    const chosen = chooseRecords(row, told, [{ ...step, operation: 'cancellation' }]);
    expect(chosen).toMatchObject({ rejected, cancellable: [2] });
  },
);

it('a record that was cancelled before is not cancelled again', () => {
  const row = { state: 'rejected', record_count: 2, operation: 'cancellation' } as const;
  const told = [
    { record: 1, state: 'incorrect', code: 'B4_2000006' },
    { record: 2, state: 'incorrect', code: 'B4_2000004' },
  ] as const;
  expect(chooseRecords(row, told, []).rejected).toEqual([2]);
});
