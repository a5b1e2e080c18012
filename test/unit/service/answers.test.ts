import { describe, expect, test } from 'vitest';
import type { ZubiError } from '../../../contract/errors.ts';
import type { RawAnswer } from '../../../main/ports.ts';
import { readLicense, readSubmission, readTerritories } from '../../../main/service/answers.ts';
import { writePath } from '../../../main/service/json-path.ts';
import { defaultServiceProfile, parseServiceProfile } from '../../../main/service/profile.ts';

const profile = defaultServiceProfile();
const rawOf = (value: unknown, contentType = 'application/json; charset=utf-8'): RawAnswer => ({
  status: 200,
  contentType,
  body: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
  latencyMs: 1,
});
const read = (value: unknown) => readSubmission(rawOf(value), profile);

function reasonOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    const { code, details } = error as ZubiError;
    return [code, details.reason];
  }
  return 'understood';
}
const notUnderstood = (reason: string) => ['answer_not_understood', reason];

describe('a submission answer', () => {
  test('is read with everything it gives', () => {
    const key = { issuer: 'B1', series: 'S', number: 12, date: '01-02-2026', epigraph: null };
    const record = {
      key,
      state: 'accepted_with_errors',
      code: 'B4_1',
      message_es: 'aviso',
      message_eu: 'abisua',
    };
    const ledger = Buffer.from('<LROE/>');
    expect(
      read({
        result: 'partially_correct',
        identifier: 9,
        registration_number: 'R-1',
        code: 'C',
        message: 'M',
        records: [record],
        ledger_response_xml: ledger.toString('base64'),
      }),
    ).toEqual({
      result: 'partially_correct',
      identifier: '9',
      registrationNumber: 'R-1',
      code: 'C',
      message: 'M',
      records: [
        {
          key: { issuer: 'B1', series: 'S', number: '12', date: '01-02-2026' },
          state: 'accepted_with_errors',
          code: 'B4_1',
          messageEs: 'aviso',
          messageEu: 'abisua',
        },
      ],
      ledgerResponse: ledger,
      ledgerResponseBroken: false,
    });
  });

  test('may leave out everything but its result, and hold parts of a wrong kind', () => {
    const bare = {
      identifier: null,
      registrationNumber: null,
      code: null,
      message: null,
      records: [],
    };
    const ledger = { ledgerResponse: null, ledgerResponseBroken: false };
    expect(read({ result: 'correct' })).toEqual({ result: 'correct', ...bare, ...ledger });
    const odd = {
      result: 'correct',
      identifier: {},
      code: [],
      message: true,
      records: 'x',
      ledger_response_xml: 5,
    };
    expect(read(odd)).toEqual({ result: 'correct', ...bare, ...ledger });
    expect(
      read({ result: 'correct', records: [null, 3, {}] }).records.map(({ state }) => state),
    ).toEqual(Array(3).fill('not_told'));
  });

  test.each([
    ['correct', ['correct'], 'correct'],
    ['correct', ['incorrect'], 'incorrect'],
    ['correct', ['incorrect', 'correct'], 'partially_correct'],
    ['correct', ['incorrect', 'accepted_with_errors'], 'partially_correct'],
    ['partially_correct', ['incorrect'], 'partially_correct'],
    ['incorrect', ['correct'], 'incorrect'],
    [undefined, ['incorrect'], 'incorrect'],
    [null, ['correct', 'incorrect'], 'partially_correct'],
  ])('%s outside, %j inside: %s', (result, states, expected) => {
    expect(read({ result, records: states.map((state) => ({ state })) }).result).toBe(expected);
  });

  test.each([
    ['result', { records: [{ state: 'correct' }] }],
    ['result', {}],
    ['result', { result: 'CORRECT' }],
    ['result', { result: 1 }],
    ['result', { result: 'toString' }],
    ['state', { result: 'correct', records: [{ state: 'maybe' }] }],
    ['result', 'null'],
    ['result', '3'],
    ['json', '{"result":'],
    ['json', '['.repeat(200_000)],
    ['json', ''],
  ])('without a word to rely on in %s it is not understood: %j', (reason, value) => {
    expect(reasonOf(() => read(value))).toEqual(notUnderstood(reason));
  });

  test.each(['text/html', 'text/json', '', 'application/jsonp'])(
    'as %j it is not looked at',
    (contentType) => {
      expect(
        reasonOf(() => readSubmission(rawOf({ result: 'correct' }, contentType), profile)),
      ).toEqual(notUnderstood('content_type'));
    },
  );

  test.each(['Y*Q==', 'YQ', 'YR==', 'YQ==\n', ' YQ==', 'Y-Q_', '=', 'x'.repeat(7)])(
    'has no ledger response in %j',
    (base64) => {
      const { ledgerResponse, ledgerResponseBroken } = read({
        result: 'correct',
        ledger_response_xml: base64,
      });
      expect([ledgerResponse, ledgerResponseBroken]).toEqual([null, true]);
    },
  );

  test('thirteen megabytes of Base64 are decoded without a pattern', () => {
    const bytes = Buffer.alloc(10_000_000, 'x');
    const { ledgerResponse } = read({
      result: 'correct',
      ledger_response_xml: bytes.toString('base64'),
    });
    expect(Buffer.from(ledgerResponse ?? []).equals(bytes)).toBe(true);
  });

  test('is read with another profile as well', () => {
    const draft: Record<string, unknown> = structuredClone(profile);
    writePath(draft, 'answers.submission.result', 'respuesta.estado');
    writePath(draft, 'answers.submission.resultWords', { Correcto: 'correct' });
    writePath(draft, 'answers.submission.message', null);
    const answer = rawOf({ respuesta: { estado: 'Correcto' }, message: 'x' });
    expect(readSubmission(answer, parseServiceProfile(draft))).toMatchObject({
      result: 'correct',
      message: null,
    });
  });
});

describe('other answers', () => {
  test('a territory without a name is no territory', () => {
    expect(readTerritories(rawOf({ data: [] }), profile)).toEqual([]);
    expect(reasonOf(() => readTerritories(rawOf({ data: [{ id: 1 }] }), profile))).toEqual(
      notUnderstood('shape: name'),
    );
    expect(reasonOf(() => readTerritories(rawOf({}), profile))).toEqual(notUnderstood('list'));
  });

  test('a licence may be empty', () => {
    const nothing = { developer: null, software: null, version: null, license: null };
    expect(readLicense(rawOf({ developer: 'x', software: { version: 2 } }), profile)).toEqual({
      ...nothing,
      version: '2',
    });
    expect(readLicense(rawOf([]), profile)).toEqual(nothing);
  });
});
