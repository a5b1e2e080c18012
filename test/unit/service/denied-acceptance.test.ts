import { expect, test } from 'vitest';
import { classifyOutcome } from '../../../main/features/outbox/classify-outcome.ts';
import { emptyKey } from '../../../main/validator/pair-records.ts';
import type { AnsweredRecord } from '../../../main/validator/validator-port.ts';
import { fileWith, readingOf, responseOf } from '../../fixtures/answers.ts';
import { outcomeOf, profileWith, raw, standard } from '../../fixtures/read-by-profile.ts';

const keyOf = (number: string) => ({ ...emptyKey, number });
const recordOf = (number: string, state: AnsweredRecord['state']) => ({
  ...{ key: keyOf(number), state, code: null, messageEs: null, messageEu: null },
});

/** A file with two records, of whose response the first has `state` and the second is missing. */
function fileOfTwo(state: AnsweredRecord['state']) {
  const records = ['1', '2'].map((number) => ({
    ...{ record: Number(number), counterparty: null, amount: null, key: keyOf(number) },
  }));
  return fileWith(records, readingOf(responseOf([recordOf('1', state)])));
}

test.each(['incorrect', 'correct'] as const)(
  'a denied acceptance beside one record that is %s leaves the other record in doubt',
  (state) => {
    const file = fileOfTwo(state);
    const profile = profileWith({ records: null });
    const said = { result: 'correct', success: false };
    expect(classifyOutcome(outcomeOf(raw(said), profile), file).state).toBe('unknown');
  },
);

test('a record that the ledger refuses parts an acceptance that nothing denies', () => {
  const profile = profileWith({ records: null });
  const outcome = outcomeOf(raw({ result: 'correct' }), profile);
  expect(classifyOutcome(outcome, fileOfTwo('incorrect')).state).toBe('partially_accepted');
});

test('a refusal at a place that names errors counts beside records accepted with errors', () => {
  const refusedWhen = { path: 'hasErrors', is: [true], means: 'rejected' as const };
  const answer = { hasErrors: true, result: 'correct' };
  const file = { ...fileOfTwo('accepted_with_errors'), recordCount: 1 };
  const own = { ...file, records: file.records.slice(0, 1) };
  const of = (profile: ReturnType<typeof profileWith>) =>
    classifyOutcome(outcomeOf(raw(answer), profile), own);
  expect(of(profileWith({ records: null }, { refusedWhen }))).toMatchObject({
    state: 'unknown',
    event: { data: { code: 'answer_contradictory', said: 'accepted', word: 'hasErrors' } },
  });
  expect(of(profileWith({ records: null })).state).toBe('accepted');
});

test('a part that was taken as a whole, by its records, is in doubt', () => {
  const records = ['1', '2'].map((number) => ({ key: { number }, state: 'correct' }));
  const answer = raw({ result: 'partially_correct', records });
  const words = { refusal: 'partially_correct', refusalInText: null };
  const { records: own } = fileOfTwo('correct');
  const reading = readingOf(null, { words: { ...words, withErrors: null, taken: null } });
  const { state, event } = classifyOutcome(outcomeOf(answer, standard), fileWith(own, reading));
  const word = 'partially_correct';
  expect([state, event.data]).toMatchObject(['unknown', { said: 'accepted', word }]);
});
