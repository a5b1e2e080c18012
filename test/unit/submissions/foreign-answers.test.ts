import { describe, expect, it, test } from 'vitest';
import { classifyOutcome } from '../../../main/features/outbox/classify-outcome.ts';
import { matchRecords } from '../../../main/features/outbox/match-records.ts';
import { readingOf as readingOfDocument } from '../../../main/features/submissions/foreign-response.ts';
import { withHeaderWords } from '../../../main/features/submissions/whole-answer.ts';
import { emptyKey } from '../../../main/validator/pair-records.ts';
import type { AnsweredRecord, LedgerResponse } from '../../../main/validator/validator-port.ts';
import { answeredWith, fileWith, readingOf, responseOf } from '../../fixtures/answers.ts';

const keyOf = (number: string) => ({ issuer: 'A12345674', number, date: '01-02-2026' });
const told = (number: string, state: AnsweredRecord['state'] = 'correct'): AnsweredRecord => ({
  key: keyOf(number),
  state,
  code: null,
  messageEs: null,
  messageEu: null,
});
const file = ['1', '2'].map((number, index) => ({
  record: index + 1,
  key: { ...emptyKey, ...keyOf(number) },
  counterparty: null,
  amount: null,
}));
const ours = [told('1'), told('2')];
const others = [told('8'), told('9')];

function settled(records: readonly AnsweredRecord[], response: LedgerResponse | null = null) {
  const answer = answeredWith({ result: 'correct', records, carriesResponse: response !== null });
  return classifyOutcome(answer, fileWith(file, readingOf(response)));
}

describe('the ledger’s headers, passed on by the service', () => {
  const classified = (result: 'correct' | 'incorrect', header: string) => {
    const contentType = `application/json; eus-bizkaia-n3-tipo-respuesta="${header}"`;
    const reading = withHeaderWords(readingOf(null), { contentType });
    const records = result === 'correct' ? ours : [];
    return classifyOutcome(answeredWith({ result, records }), fileWith(file, reading));
  };

  it.each([
    ['correct', 'Incorrecto', 'unknown'],
    ['correct', 'ParcialmenteCorrecto', 'unknown'],
    ['correct', 'B4_1000002', 'unknown'],
    ['correct', 'Correcto', 'accepted'],
    ['incorrect', 'Correcto', 'unknown'],
    ['incorrect', 'Incorrecto', 'rejected'],
  ] as const)('%s with %s is %s', (result, header, state) => {
    expect(classified(result, header).state).toBe(state);
  });

  it('may call a file partly accepted whose records all were, some with errors', () => {
    const contentType = '; eus-bizkaia-n3-tipo-respuesta="ParcialmenteCorrecto"';
    const reading = withHeaderWords(readingOf(null), { contentType });
    const records = [told('1', 'accepted_with_errors'), told('2')];
    const answer = answeredWith({ records });
    expect(classifyOutcome(answer, fileWith(file, reading)).state).toBe('partially_accepted');
  });
});

describe('a response of the ledger that says nothing', () => {
  const saysPartly = answeredWith({ result: 'partially_correct', carriesResponse: true });
  const listsBoth = answeredWith({ records: [told('1'), told('2', 'incorrect')] });

  test.each([
    { name: 'a partial result, of another document', answer: saysPartly, isForeign: true },
    { name: 'a partial result, unreadable', answer: saysPartly },
    { name: 'records kept and refused, of another document', answer: listsBoth, isForeign: true },
    { name: 'records kept and refused, unreadable', answer: listsBoth },
  ] as const)('beside $name, leaves the end unknown', ({ answer, ...parts }) => {
    const { isForeign } = parts;
    const reading = readingOf(null, { isWhole: false, ...(isForeign && { isForeign }) });
    expect(classifyOutcome(answer, fileWith(file, reading))).toMatchObject({
      state: 'unknown',
      event: { data: { part: 'ledger_response', reason: isForeign ? 'foreign' : 'unreadable' } },
    });
  });
});

describe('two responses of the ledger that differ', () => {
  it('refuse nothing', () => {
    const refused = [told('1', 'incorrect'), told('2', 'incorrect')];
    const reading = readingOf(responseOf(refused), { isWhole: false });
    const answer = answeredWith({ carriesResponse: true });
    expect(classifyOutcome(answer, fileWith(file, reading))).toMatchObject({
      state: 'unknown',
      event: { data: { part: 'ledger_response', reason: 'unreadable' } },
    });
  });
});

describe('an answer to another submission', () => {
  it.each([
    [true, 'unknown'],
    [false, 'rejected'],
  ])('asked for (%s), with a record of the same number only, is %s', (isAsked, state) => {
    const records = [{ ...told('1', 'incorrect'), key: { ...keyOf('1'), issuer: 'B98765432' } }];
    const answer = answeredWith({ result: 'incorrect', records });
    expect(classifyOutcome(answer, { ...fileWith(file), isAsked }).state).toBe(state);
  });

  it.each([
    ['with its records', others, { part: 'every_record', reason: 'others' }],
    ['with our records', ours, { part: 'ledger_response', reason: 'untold' }],
  ])('%s and its response of the ledger is no acceptance', (_name, records, data) => {
    expect(settled(records, responseOf(others))).toMatchObject({
      state: 'unknown',
      event: { data },
    });
    expect(settled(records, responseOf(ours)).state).toBe('accepted');
  });

  const mixed = [told('8', 'incorrect'), told('9')];
  it('is no partial acceptance, and no refusal', () => {
    const of = (result: 'partially_correct' | 'incorrect', records: readonly AnsweredRecord[]) =>
      classifyOutcome(answeredWith({ result, records }), fileWith(file));
    const doubt = {
      state: 'unknown',
      event: { data: { code: 'answer_incomplete', part: 'every_record' } },
    };
    expect(of('partially_correct', mixed)).toMatchObject(doubt);
    expect(of('partially_correct', []).state).toBe('partially_accepted');
    const numbers = ['7', '8', '9'];
    expect(
      of(
        'incorrect',
        numbers.map((number) => told(number, 'incorrect')),
      ),
    ).toMatchObject(doubt);
  });

  it('is told from ours in other notations by the numbers; no such record is counted', () => {
    const records = ['1', '2', '3'].map((number) => {
      const refused = told(number, 'incorrect');
      return { ...refused, key: { ...refused.key, date: '2026-02-01' } };
    });
    expect(
      classifyOutcome(answeredWith({ result: 'incorrect', records }), fileWith(file)),
    ).toMatchObject({
      state: 'rejected',
      counts: { correct: 0, acceptedWithErrors: 0, incorrect: 2 },
    });
  });

  it.each([
    ['in small letters', 'a-1', null],
    ['with its series', 'S/A-1', 'S'],
  ])('a number %s is ours in another notation', (_name, number, series) => {
    const own = file.map((record) => ({
      ...record,
      key: { ...record.key, series, number: `A-${record.record}` },
    }));
    const refused = { ...told(number, 'incorrect'), key: { number, date: '2026-02-01' } };
    const answer = answeredWith({ result: 'incorrect', records: [refused] });
    expect(classifyOutcome(answer, fileWith(own)).state).toBe('rejected');
  });

  it('is not what a refusal of the whole file names by a field', () => {
    const refused = { ...told('', 'incorrect'), key: { number: 'cabecera' } };
    const answer = answeredWith({ result: 'incorrect', records: [refused] });
    expect(classifyOutcome(answer, fileWith(file)).state).toBe('rejected');
  });

  const sent = { taxId: 'B00000034', fiscalYear: 2026, operation: 'modification' } as const;
  const responseTo = (header: Partial<LedgerResponse['header']>) => {
    const empty = responseOf(ours);
    return readingOf({ ...empty, header: { ...empty.header, ...header } });
  };

  test.each([
    { taxId: 'A99805061' },
    { fiscalYear: '2025' },
    { operation: 'A00' },
    { operation: 'AN0' },
  ])('%j in the response names another document', (header) => {
    const reading = readingOfDocument(responseTo(header), sent);
    const answer = answeredWith({ result: 'correct', records: ours, carriesResponse: true });
    expect(classifyOutcome(answer, fileWith(file, reading))).toMatchObject({
      state: 'unknown',
      event: { data: { part: 'ledger_response', reason: 'foreign' } },
    });
  });

  test.each([
    {},
    { taxId: ' b00000034 ', fiscalYear: '2026', operation: 'M00' },
    { operation: 'M01' },
  ])('%j in the response is ours', (header) => {
    const reading = responseTo(header);
    expect(readingOfDocument(reading, sent)).toBe(reading);
  });
});

test('records of another file beside ours are not counted; refused ones leave a doubt', () => {
  const extra = told('9', 'incorrect');
  expect(settled([...ours, told('9')])).toMatchObject({
    state: 'accepted',
    counts: { correct: 2, incorrect: 0 },
  });
  expect(settled([...ours, extra])).toMatchObject({
    state: 'unknown',
    event: { data: { code: 'answer_contradictory', said: 'accepted' } },
  });
});

test('records without a name are not listed beside the file’s own', () => {
  const states = ['correct', 'incorrect'] as const;
  const nameless = states.map((state) => ({ ...told('1', state), key: {} }));
  const response = responseOf([told('1'), told('2', 'incorrect')]);
  const { results } = settled(nameless, response);
  expect(results.map(({ record, state }) => [record, state])).toEqual([
    [1, 'correct'],
    [2, 'incorrect'],
  ]);
});

test('a record with two states in one list is not told, whatever their order', () => {
  const twice = [told('1'), told('1', 'incorrect'), told('2')];
  for (const answered of [twice, twice.toReversed()])
    expect(matchRecords(file, answered).map(({ state }) => state)).toEqual(['not_told', 'correct']);
  const same = matchRecords(file, [...ours, told('1')]);
  expect(same.map(({ state }) => state)).toEqual(['correct', 'correct']);
});

test('a hundred thousand answers about one record are paired at once', () => {
  const many = Array.from({ length: 100_000 }, () => ({ ...told('1'), key: { number: '1' } }));
  const startedAt = performance.now();
  const [first] = matchRecords(file, many);
  expect([first?.state, performance.now() - startedAt < 5000]).toEqual(['not_told', true]);
});
