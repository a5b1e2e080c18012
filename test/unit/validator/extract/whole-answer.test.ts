import { describe, expect, it } from 'vitest';
import type { RecordKey } from '../../../../contract/form.ts';
import { classifyOutcome } from '../../../../main/features/outbox/classify-outcome.ts';
import { matchRecords } from '../../../../main/features/outbox/match-records.ts';
import { mergeRecords } from '../../../../main/service/ledger-response.ts';
import { emptyKey, identityOf } from '../../../../main/validator/pair-records.ts';
import type { AnsweredRecord, RecordSummary } from '../../../../main/validator/validator-port.ts';
import { answeredWith, fileWith, readingOf, responseOf } from '../../../fixtures/answers.ts';

const key = (number: string, more: Partial<RecordKey> = {}): Partial<RecordKey> => ({
  issuer: 'A12345674',
  series: 'A',
  number,
  date: '01-02-2026',
  ...more,
});
const told = (
  number: string,
  state: AnsweredRecord['state'],
  more: Partial<AnsweredRecord> = {},
): AnsweredRecord => ({
  key: key(number),
  state,
  code: null,
  messageEs: null,
  messageEu: null,
  ...more,
});
const inFile = (...keys: readonly Partial<RecordKey>[]): RecordSummary[] =>
  keys.map((part, index) => ({
    record: index + 1,
    key: { ...emptyKey, ...part },
    counterparty: null,
    amount: null,
  }));
const merged = (outer: readonly AnsweredRecord[], inner: readonly AnsweredRecord[]) =>
  mergeRecords(outer, inner).records;
const settled = (
  outer: readonly AnsweredRecord[],
  inner: readonly AnsweredRecord[],
  file: readonly RecordSummary[],
) =>
  classifyOutcome(
    answeredWith({ result: 'correct', records: outer, carriesResponse: true }),
    fileWith(file, readingOf(responseOf(inner))),
  );

describe('an answer and the ledger document inside it', () => {
  it('an inner refusal outweighs an outer OK, in any order', () => {
    const settlement = settled(
      [told('1', 'correct'), told('2', 'correct')],
      [told('2', 'incorrect', { code: 'B4_2000003', messageEs: 'No.' }), told('1', 'correct')],
      inFile(key('1'), key('2')),
    );
    expect(settlement).toMatchObject({
      state: 'partially_accepted',
      counts: { correct: 1, acceptedWithErrors: 0, incorrect: 1 },
    });
    expect(settlement.results.map(({ state, code }) => [state, code])).toEqual([
      ['correct', null],
      ['incorrect', 'B4_2000003'],
    ]);
  });

  it.each([
    ['correct', 'incorrect', 'incorrect'],
    ['incorrect', 'correct', 'not_told'],
    ['incorrect', 'accepted_with_errors', 'not_told'],
    ['correct', 'accepted_with_errors', 'accepted_with_errors'],
    ['accepted_with_errors', 'incorrect', 'incorrect'],
    ['not_told', 'cancelled', 'cancelled'],
    ['correct', 'not_told', 'correct'],
    ['correct', 'cancelled', 'cancelled'],
  ] as const)('%s outside and %s inside is %s', (outer, inner, state) => {
    expect(merged([told('1', outer)], [told('1', inner)])).toMatchObject([{ state }]);
  });

  it('each side supplies what the other lacks, but never the reason for another state', () => {
    const inner = told('1', 'incorrect', {
      code: 'B4_2000011',
      messageEs: 'NIF',
      messageEu: 'IFZ',
    });
    expect(merged([told('1', 'incorrect')], [inner])).toEqual([inner]);
    const outer = told('1', 'incorrect', { code: 'B4_2000109', messageEs: 'Fecha' });
    expect(merged([outer], [inner])[0]).toMatchObject({
      code: 'B4_2000109',
      messageEs: 'Fecha',
    });
    const mild = told('1', 'accepted_with_errors', { code: 'B4_3000001', messageEs: 'Aviso' });
    expect(merged([mild], [told('1', 'incorrect')])[0]).toMatchObject({
      state: 'incorrect',
      code: null,
      messageEs: null,
    });
  });

  it('the document alone gives the records when the answer has none', () => {
    const inner = [told('2', 'incorrect', { code: 'X' }), told('1', 'correct')];
    expect(settled([], inner, inFile(key('1'), key('2')))).toMatchObject({
      state: 'partially_accepted',
      results: [
        { record: 1, state: 'correct' },
        { record: 2, state: 'incorrect', code: 'X' },
      ],
    });
  });

  it('only accepted with errors counts as accepted, with its own count', () => {
    const inner = [told('1', 'accepted_with_errors')];
    expect(settled([], inner, inFile(key('1')))).toMatchObject({
      state: 'accepted',
      counts: { correct: 0, acceptedWithErrors: 1, incorrect: 0 },
    });
  });

  it('a shortened identity on one side is still the same record, once', () => {
    const short = told('1', 'correct', { key: { number: '1' } });
    const records = merged([short], [told('1', 'incorrect')]);
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({ key: key('1'), state: 'incorrect' });
  });

  it('the result is the same for a document without records', () => {
    const outer = [told('1', 'correct')];
    expect(merged(outer, [])).toBe(outer);
  });
});

describe('an answer without a result', () => {
  const tell = (inner: readonly AnsweredRecord[], records: number) =>
    classifyOutcome(
      answeredWith({ carriesResponse: true }),
      fileWith(
        inFile(...Array.from({ length: records }, (_, index) => key(`${index + 1}`))),
        readingOf(responseOf(inner)),
      ),
    ).state;

  it('is understood through a document with every record', () => {
    expect(tell([told('1', 'correct'), told('2', 'cancelled')], 2)).toBe('accepted');
    expect(tell([told('1', 'correct'), told('2', 'incorrect')], 2)).toBe('partially_accepted');
    expect(tell([told('1', 'correct'), told('2', 'accepted_with_errors')], 2)).toBe(
      'partially_accepted',
    );
    expect(tell([told('1', 'incorrect')], 1)).toBe('rejected');
  });

  it('stays unknown when one record is missing, or its state is', () => {
    expect(tell([told('1', 'correct')], 2)).toBe('unknown');
    expect(tell([told('1', 'incorrect')], 2)).toBe('unknown');
    expect(tell([told('1', 'correct'), told('2', 'not_told')], 2)).toBe('unknown');
    expect(tell([], 0)).toBe('unknown');
  });
});

describe('an identity', () => {
  it('excludes the counterparty of an expense without invoice, and the padding of its line', () => {
    const expense = { date: '31-01-2026', epigraph: '197500', concept: '640', line: '3' };
    expect(identityOf({ ...expense, issuer: 'A12345674' })).toBe(identityOf(expense));
    expect(identityOf({ ...expense, line: '03' })).toBe(identityOf(expense));
    expect(identityOf({ ...expense, line: '30' })).not.toBe(identityOf(expense));
    expect(identityOf(key('1', { issuer: 'B00000034' }))).not.toBe(identityOf(key('1')));
  });

  it('belongs with a missing part to the one matching record, and to none if there are two', () => {
    const file = inFile(key('1'), key('2'), key('2', { series: 'B' }));
    const results = matchRecords(file, [
      told('1', 'incorrect', { key: { number: '1' } }),
      told('2', 'incorrect', { key: { number: '2' } }),
    ]);
    expect(results.map(({ record, state }) => [record, state])).toEqual([
      [1, 'incorrect'],
      [2, 'not_told'],
      [3, 'not_told'],
      [null, 'incorrect'],
    ]);
  });

  it('is of another record when one part differs', () => {
    const results = matchRecords(inFile(key('1')), [
      told('1', 'incorrect', { key: { number: '1', date: '02-02-2026' } }),
    ]);
    expect(results.map(({ record }) => record)).toEqual([1, null]);
  });

  it('takes no more time than others when many records share it', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => key('1', { series: `S${index}` }));
    const answers = many.map(({ series }) =>
      told('1', 'correct', { key: { number: '1', series: `${series}x` } }),
    );
    expect(matchRecords(inFile(...many), answers)).toHaveLength(20_000);
  });
});
