import { describe, expect, it } from 'vitest';
import { classifyOutcome } from '../../../main/features/outbox/classify-outcome.ts';
import { matchRecords } from '../../../main/features/outbox/match-records.ts';
import type { SendOutcome } from '../../../main/service/client-port.ts';
import { emptyKey } from '../../../main/validator/pair-records.ts';
import type { AnsweredRecord, RecordSummary } from '../../../main/validator/validator-port.ts';
import { answeredWith, emptyBody, fileWith, readingOf } from '../../fixtures/answers.ts';

const record = (number: string, position: number): RecordSummary => ({
  record: position,
  key: { ...emptyKey, issuer: 'A12345674', number, date: '01-02-2026' },
  counterparty: 'Zubieta Paper SA',
  amount: '10.00',
});
const answered = (
  number: string,
  state: AnsweredRecord['state'],
  code: string | null = null,
): AnsweredRecord => ({
  key: { issuer: 'A12345674', number, date: '01-02-2026' },
  state,
  code,
  messageEs: null,
  messageEu: null,
});
const answer = (
  result: 'correct' | 'partially_correct' | 'incorrect',
  records: readonly AnsweredRecord[] = [],
): SendOutcome => answeredWith({ result, records });
const file = [record('1', 1), record('2', 2), record('3', 3)];

describe('the outcome of a complete answer', () => {
  it.each([
    ['correct, no records told', answer('correct'), 'accepted', [3, 0, 0]],
    [
      'correct, every record told',
      answer('correct', [answered('1', 'correct')]),
      'accepted',
      [1, 0, 0],
    ],
    ['incorrect, no records told', answer('incorrect'), 'rejected', [0, 0, 3]],
    [
      'an outer OK around an inner refusal',
      answer('correct', [answered('1', 'correct'), answered('2', 'incorrect')]),
      'partially_accepted',
      [1, 0, 1],
    ],
    [
      'an outer OK around refusals only, of which one is missing',
      answer('correct', [answered('1', 'incorrect'), answered('2', 'incorrect')]),
      'partially_accepted',
      [0, 0, 2],
    ],
    [
      'an outer OK around a refusal of each',
      answer(
        'correct',
        [1, 2, 3].map((number) => answered(`${number}`, 'incorrect')),
      ),
      'rejected',
      [0, 0, 3],
    ],
    [
      'partly, the refused record alone told',
      answer('partially_correct', [answered('2', 'incorrect')]),
      'partially_accepted',
      [0, 0, 1],
    ],
    ['partly, no records told', answer('partially_correct'), 'partially_accepted', [0, 0, 0]],
    [
      'an outer refusal around records that were kept',
      answer('incorrect', [answered('1', 'accepted_with_errors'), answered('2', 'incorrect')]),
      'partially_accepted',
      [0, 1, 1],
    ],
    [
      'accepted with errors is kept apart',
      answer('partially_correct', [
        answered('1', 'accepted_with_errors'),
        answered('2', 'correct'),
      ]),
      'partially_accepted',
      [1, 1, 0],
    ],
  ] as const)('%s', (_name, outcome, state, [correct, acceptedWithErrors, incorrect]) => {
    const classified = classifyOutcome(outcome, fileWith(file));
    expect(classified.state).toBe(state);
    expect(classified.counts).toEqual({ correct, acceptedWithErrors, incorrect });
  });

  it.each([
    ['cancellation', 'correct', 'accepted', null],
    ['creation', 'correct', 'unknown', 'accepted'],
    ['creation', 'incorrect', 'unknown', 'refused'],
    ['modification', 'partially_correct', 'unknown', 'accepted'],
  ] as const)(
    'of a %s with a cancelled record, said to be %s, is %s',
    (operation, result, state, said) => {
      const [one, ...others] = [1, 2, 3].map((number) => answered(`${number}`, 'cancelled'));
      for (const records of [
        [one, ...others],
        [one, answered('2', 'correct')],
      ]) {
        const told = records.flatMap((each) => each ?? []);
        const classified = classifyOutcome(answer(result, told), { ...fileWith(file), operation });
        expect(classified.state).toBe(state);
        if (said !== null)
          expect(classified.event.data).toMatchObject({
            code: 'answer_contradictory',
            said,
            word: 'Anulado',
          });
      }
    },
  );

  it('is failed for a file that surely did not arrive, and unknown for one that may have', () => {
    const error = { code: 'connection_refused', details: { message: 'nobody there' } } as const;
    expect(
      classifyOutcome(
        { kind: 'not_delivered', error, raw: null, retryAfterMs: null },
        fileWith(file),
      ),
    ).toMatchObject({
      state: 'failed',
      code: 'connection_refused',
      message: 'nobody there',
      event: { kind: 'failed' },
    });
    expect(
      classifyOutcome({ kind: 'unknown', error, raw: emptyBody }, fileWith(file)),
    ).toMatchObject({
      state: 'unknown',
      event: { kind: 'unknown', data: { status: 200 } },
    });
  });
});

describe('the details of a refusal by field', () => {
  const fields = { xml_contents: ['No.'], empty: [] };

  it('are kept in the event that ends the submission, if there are any', () => {
    const error = { code: 'service_refused', details: { message: 'No', fields } } as const;
    const refused = { kind: 'not_delivered', error, raw: emptyBody, retryAfterMs: null } as const;
    const kept = { fields: { xml_contents: ['No.'] } };
    expect(classifyOutcome(refused, fileWith(file)).event.data).toMatchObject(kept);
    const whole = answeredWith({ result: 'incorrect', fields });
    expect(classifyOutcome(whole, fileWith(file))).toMatchObject({
      state: 'rejected',
      event: { data: kept },
    });
    expect(classifyOutcome(answer('correct'), fileWith(file)).event.data).not.toHaveProperty(
      'fields',
    );
  });
});

describe('an answer that proves nothing', () => {
  it.each([
    [{ absent: ['records'] as const }, { part: 'records', reason: 'absent' }],
    [{ carriesResponse: true }, { part: 'ledger_response', reason: 'unreadable' }],
  ])('has its reason: %j', (parts, why) => {
    const settled = classifyOutcome(answeredWith({ result: 'correct', ...parts }), fileWith(file));
    expect([settled.state, settled.code]).toEqual(['unknown', 'answer_incomplete']);
    expect(settled.event).toMatchObject({ kind: 'unknown', data: why });
  });

  it('may lack optional parts of the profile if it has a result for every record, and only then', () => {
    const open = { absentUnlessTold: ['ledger_response'] as const };
    const every = file.map((_, index) => answered(`${index + 1}`, 'correct'));
    const settled = (records: typeof every) =>
      classifyOutcome(answeredWith({ result: 'correct', records, ...open }), fileWith(file));
    expect(settled(every).state).toBe('accepted');
    expect(settled(every.slice(1))).toMatchObject({ state: 'unknown', code: 'answer_incomplete' });
    expect(settled([]).state).toBe('unknown');
  });

  it('is one that could not be read', () => {
    const settled = classifyOutcome(answer('correct'), fileWith(file, null));
    expect(settled.state).toBe('unknown');
  });

  it('contains words that contradict each other', () => {
    const words = { refusal: null, refusalInText: 'Incorrecto', withErrors: null, taken: null };
    const reading = readingOf(null, { words });
    const settled = classifyOutcome(answer('correct'), fileWith(file, reading));
    expect(settled.event.data).toMatchObject({
      code: 'answer_contradictory',
      said: 'accepted',
      word: 'Incorrecto',
    });
    // The description of a record that was taken with errors may say what is wrong.
    const mild = file.map((_, index) => answered(`${index + 1}`, 'accepted_with_errors'));
    expect(classifyOutcome(answer('correct', mild), fileWith(file, reading)).state).toBe(
      'accepted',
    );
  });
});

describe('records are matched by identity', () => {
  it('in any order of the answer', () => {
    const results = matchRecords(file, [
      answered('3', 'incorrect', 'B4_2000003'),
      answered('1', 'correct'),
    ]);
    expect(results.map((result) => [result.record, result.state, result.code])).toEqual([
      [1, 'correct', null],
      [2, 'not_told', null],
      [3, 'incorrect', 'B4_2000003'],
    ]);
  });

  it('without regard to spaces and capitals', () => {
    const [result] = matchRecords(
      [{ ...record('a-1', 1), key: { ...emptyKey, number: 'a-1 ', issuer: 'a12345674' } }],
      [{ ...answered('A-1', 'correct'), key: { number: 'A-1', issuer: 'A12345674', series: '' } }],
    );
    expect(result?.state).toBe('correct');
  });

  it('with equal identities told alike, and none of them where they differ', () => {
    const statesOf = (...states: readonly AnsweredRecord['state'][]) =>
      matchRecords(
        [record('a1', 1), record('A1', 2)],
        states.map((state) => answered('A1', state)),
      ).map(({ state }) => state);
    expect(statesOf('correct', 'correct')).toEqual(['correct', 'correct']);
    expect(statesOf('correct', 'incorrect')).toEqual(['not_told', 'not_told']);
  });

  it('with a record added that only the answer names', () => {
    const results = matchRecords(
      [record('1', 1)],
      [answered('1', 'correct'), answered('9', 'incorrect')],
    );
    expect(results.at(-1)).toMatchObject({
      record: null,
      key: { number: '9' },
      state: 'incorrect',
    });
  });
});
