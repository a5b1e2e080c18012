import { describe, expect, it } from 'vitest';
import type { RecordKey } from '../../../../contract/form.ts';
import { emptyKey, identityOf } from '../../../../main/ledger/pair-records.ts';
import type {
  AnsweredRecord,
  LedgerResponse,
  RecordSummary,
  SendOutcome,
} from '../../../../main/ports.ts';
import { mergeLedgerResponse, tellByResponse } from '../../../../main/service/ledger-response.ts';
import { matchRecords } from '../../../../main/submissions/outbox/match-records.ts';
import { settle } from '../../../../main/submissions/outbox/settle.ts';

const raw = { status: 200, contentType: 'application/json', body: new Uint8Array(), latencyMs: 1 };
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
const answer = (
  records: readonly AnsweredRecord[],
  result: 'correct' | 'partially_correct' | 'incorrect' = 'correct',
): SendOutcome => ({
  kind: 'answered',
  result,
  identifier: null,
  registrationNumber: null,
  code: null,
  message: null,
  records,
  ledgerResponse: new Uint8Array(),
  raw,
});
const response = (records: readonly AnsweredRecord[]): LedgerResponse => ({
  header: {
    model: null,
    chapter: null,
    subchapter: null,
    operation: null,
    fiscalYear: null,
    taxId: null,
    name: null,
  },
  presentedAt: null,
  presenter: null,
  records,
});
const inFile = (...keys: readonly Partial<RecordKey>[]): RecordSummary[] =>
  keys.map((part, index) => ({
    record: index + 1,
    key: { ...emptyKey, ...part },
    counterparty: null,
    amount: null,
  }));
const merged = (outer: SendOutcome, inner: readonly AnsweredRecord[]) => {
  const outcome = mergeLedgerResponse(outer, response(inner));
  return outcome.kind === 'answered' ? outcome.records : [];
};

describe('an answer and the ledger document inside it', () => {
  it('an inner refusal wins over an outer OK, whatever the order', () => {
    const outcome = mergeLedgerResponse(
      answer([told('1', 'correct'), told('2', 'correct')]),
      response([
        told('2', 'incorrect', { code: 'B4_2000003', messageEs: 'No.' }),
        told('1', 'correct'),
      ]),
    );
    const settlement = settle(outcome, inFile(key('1'), key('2')));
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
    ['incorrect', 'correct', 'incorrect'],
    ['correct', 'accepted_with_errors', 'accepted_with_errors'],
    ['accepted_with_errors', 'incorrect', 'incorrect'],
    ['not_told', 'cancelled', 'cancelled'],
    ['correct', 'not_told', 'correct'],
    ['correct', 'cancelled', 'cancelled'],
  ] as const)('%s outside and %s inside is %s', (outer, inner, state) => {
    expect(merged(answer([told('1', outer)]), [told('1', inner)])).toMatchObject([{ state }]);
  });

  it('each side lends what the other does not say, but never the reason of another state', () => {
    const inner = told('1', 'incorrect', {
      code: 'B4_2000011',
      messageEs: 'NIF',
      messageEu: 'IFZ',
    });
    expect(merged(answer([told('1', 'incorrect')]), [inner])).toEqual([inner]);
    const outer = told('1', 'incorrect', { code: 'B4_2000109', messageEs: 'Fecha' });
    expect(merged(answer([outer]), [inner])[0]).toMatchObject({
      code: 'B4_2000109',
      messageEs: 'Fecha',
    });
    const mild = told('1', 'accepted_with_errors', { code: 'B4_3000001', messageEs: 'Aviso' });
    expect(merged(answer([told('1', 'incorrect')]), [mild])[0]).toMatchObject({
      state: 'incorrect',
      code: null,
      messageEs: null,
    });
  });

  it('the document alone tells the records where the answer names none', () => {
    const outcome = mergeLedgerResponse(
      answer([]),
      response([told('2', 'incorrect', { code: 'X' }), told('1', 'correct')]),
    );
    expect(settle(outcome, inFile(key('1'), key('2')))).toMatchObject({
      state: 'partially_accepted',
      results: [
        { record: 1, state: 'correct' },
        { record: 2, state: 'incorrect', code: 'X' },
      ],
    });
  });

  it('only accepted with errors is accepted, and counted apart', () => {
    const outcome = mergeLedgerResponse(answer([]), response([told('1', 'accepted_with_errors')]));
    expect(settle(outcome, inFile(key('1')))).toMatchObject({
      state: 'accepted',
      counts: { correct: 0, acceptedWithErrors: 1, incorrect: 0 },
    });
  });

  it('an identity that one of them shortens is still the same record, once', () => {
    const short = told('1', 'correct', { key: { number: '1' } });
    const records = merged(answer([short]), [told('1', 'incorrect')]);
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({ key: key('1'), state: 'incorrect' });
  });

  it('nothing changes without a document, or for what was not answered', () => {
    const outer = answer([told('1', 'correct')]);
    expect(mergeLedgerResponse(outer, null)).toBe(outer);
    expect(mergeLedgerResponse(outer, response([]))).toBe(outer);
    const error = { code: 'connection_lost', details: {} } as const;
    const unknown: SendOutcome = { kind: 'unknown', error, raw: null };
    expect(mergeLedgerResponse(unknown, response([told('1', 'correct')]))).toBe(unknown);
  });
});

describe('an answer without a result', () => {
  const {
    kind: _,
    result: __,
    ...untold
  } = answer([]) as Extract<SendOutcome, { kind: 'answered' }>;
  const tell = (records: readonly AnsweredRecord[], expected: number) =>
    tellByResponse(untold, response(records), expected)?.result ?? null;

  it('is understood by the document that tells every record', () => {
    expect(tell([told('1', 'correct'), told('2', 'cancelled')], 2)).toBe('correct');
    expect(tell([told('1', 'correct'), told('2', 'incorrect')], 2)).toBe('partially_correct');
    expect(tell([told('1', 'correct'), told('2', 'accepted_with_errors')], 2)).toBe(
      'partially_correct',
    );
    expect(tell([told('1', 'incorrect')], 1)).toBe('incorrect');
  });

  it('stays unknown when one is missing, or its state is', () => {
    expect(tell([told('1', 'correct')], 2)).toBeNull();
    expect(tell([told('1', 'correct'), told('2', 'not_told')], 2)).toBeNull();
    expect(tell([], 0)).toBeNull();
    expect(tellByResponse(untold, null, 0)).toBeNull();
  });
});

describe('an identity', () => {
  it('of an expense without invoice is not its counterparty, nor how its line is padded', () => {
    const expense = { date: '31-01-2026', epigraph: '197500', concept: '640', line: '3' };
    expect(identityOf({ ...expense, issuer: 'A12345674' })).toBe(identityOf(expense));
    expect(identityOf({ ...expense, line: '03' })).toBe(identityOf(expense));
    expect(identityOf({ ...expense, line: '30' })).not.toBe(identityOf(expense));
    expect(identityOf(key('1', { issuer: 'B00000034' }))).not.toBe(identityOf(key('1')));
  });

  it('that leaves out a part belongs to the one record it can mean, and to none when there are two', () => {
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

  it('that contradicts the file in one part is of another record', () => {
    const results = matchRecords(inFile(key('1')), [
      told('1', 'incorrect', { key: { number: '1', date: '02-02-2026' } }),
    ]);
    expect(results.map(({ record }) => record)).toEqual([1, null]);
  });

  it('shared by many records costs no more than the rest', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => key('1', { series: `S${index}` }));
    const answers = many.map(({ series }) =>
      told('1', 'correct', { key: { number: '1', series: `${series}x` } }),
    );
    expect(matchRecords(inFile(...many), answers)).toHaveLength(20_000);
  });
});
