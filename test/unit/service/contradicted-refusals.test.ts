import { describe, expect, it, test } from 'vitest';
import { classifyOutcome } from '../../../main/features/outbox/classify-outcome.ts';
import { toSendOutcome } from '../../../main/service/outcome.ts';
import { defaultServiceProfile } from '../../../main/service/profile.ts';
import { createRedactor } from '../../../main/service/redaction.ts';
import { emptyBody, fileWith } from '../../fixtures/answers.ts';

const context = {
  profile: defaultServiceProfile(),
  redactor: createRedactor([]),
  now: new Date(),
};

function outcomeOf(status: number, answer: object) {
  const body = Buffer.from(JSON.stringify(answer));
  return toSendOutcome(
    { kind: 'answered', raw: { ...emptyBody, status, body }, retryAfter: null },
    context,
  );
}

const taken = { result: 'correct', records: [{ key: {}, state: 'correct' }] };
const recordTaken = { records: [{ key: {}, state: 'accepted_with_errors' }] };

describe('an answer that refuses the file and says that it was taken', () => {
  it.each([
    ['by its status', 400, taken, 'refused', 'correct'],
    ['by its status, with one record taken', 422, recordTaken, 'refused', 'accepted_with_errors'],
    ['by success: false', 200, { success: false, ...taken }, 'accepted', 'success: false'],
  ])('%s: unknown, so that nobody sends it twice', (_name, status, answer, said, word) => {
    const outcome = outcomeOf(status, answer);
    expect(outcome).toMatchObject({ kind: 'unknown', error: { code: 'answer_contradictory' } });
    expect(classifyOutcome(outcome, fileWith([]))).toMatchObject({
      state: 'unknown',
      event: { data: { code: 'answer_contradictory', said, word } },
    });
  });

  test('a refusal that says nothing else stays one', () => {
    expect(outcomeOf(400, { result: 'incorrect' })).toMatchObject({ kind: 'not_delivered' });
    const partly = { success: false, ...taken, result: 'partially_correct' };
    expect(outcomeOf(200, partly)).toMatchObject({ result: 'partially_correct' });
    expect(outcomeOf(200, { success: false, result: 'incorrect', records: [] })).toMatchObject({
      result: 'incorrect',
    });
  });
});
