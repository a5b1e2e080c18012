import { describe, expect, test } from 'vitest';
import type { ZubiError } from '../../../contract/errors.ts';
import { readLicense, readSubmission, readTerritories } from '../../../main/service/answers.ts';
import type { RawAnswer } from '../../../main/service/client-port.ts';
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
  test('is read with all its parts', () => {
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
      absent: [],
      absentUnlessTold: [],
      fields: null,
      carriesResponse: true,
    });
  });

  test('names missing decisive parts, and may have parts of a wrong type', () => {
    const bare = {
      identifier: null,
      registrationNumber: null,
      code: null,
      message: null,
      records: [],
    };
    const absent = ['records'];
    const absentUnlessTold = ['ledger_response'];
    const rest = { ...bare, absentUnlessTold, fields: null, carriesResponse: false };
    expect(read({ result: 'correct' })).toEqual({ result: 'correct', ...rest, absent });
    expect(read({})).toEqual({ result: null, ...rest, absent: ['result', ...absent] });
    const odd = {
      result: 'correct',
      identifier: {},
      code: [],
      message: true,
      records: 'x',
      errors: 5,
    };
    expect(read(odd)).toEqual({ result: 'correct', ...rest, fields: 5, absent });
    const { records, absent: stateless } = read({ result: 'correct', records: [null, 3, {}] });
    expect(records.map(({ state }) => state)).toEqual(Array(3).fill('not_told'));
    expect(stateless).toEqual(['state']);
  });

  test.each([[null], [''], [' '], [false], [[]], [{}]])('has no response in %j', (given) => {
    expect(read({ ledger_response_xml: given }).carriesResponse).toBe(false);
  });

  test('has an empty list of records in null, and none where the name is missing', () => {
    expect(read({ result: 'correct', records: null }).absent).toEqual([]);
    expect(read({ result: 'correct' }).absent).toEqual(['records']);
  });

  test('may have a list of one record as that record', () => {
    const lone = { key: { number: 7 }, state: 'incorrect' };
    expect(read({ records: lone })).toMatchObject({
      records: [{ key: { number: '7' }, state: 'incorrect' }],
      absent: ['result'],
    });
    expect(read({ records: { data: [lone] } }).absent).toEqual(['result', 'records']);
  });

  test('has a response that counts as missing when its path has no question mark', () => {
    const draft: Record<string, unknown> = structuredClone(profile);
    writePath(draft, 'answers.submission.ledgerResponse', 'ledger_response_xml');
    const answer = rawOf({ result: 'correct', records: [] });
    expect(readSubmission(answer, parseServiceProfile(draft))).toMatchObject({
      absent: ['ledger_response'],
      absentUnlessTold: [],
    });
  });

  test('needs nothing that its profile does not name', () => {
    const draft: Record<string, unknown> = structuredClone(profile);
    for (const part of ['result', 'records', 'record.state', 'ledgerResponse'])
      writePath(draft, `answers.submission.${part}`, null);
    expect(readSubmission(rawOf({}), parseServiceProfile(draft))).toMatchObject({
      result: null,
      absent: [],
      records: [],
      carriesResponse: false,
    });
  });

  test.each([
    ['result', { result: 'CORRECT' }],
    ['result', { result: 1 }],
    ['result', { result: 'toString' }],
    ['state', { result: 'correct', records: [{ state: 'maybe' }] }],
    ['json', '{"result":'],
    ['json', '['.repeat(200_000)],
    ['json', ''],
  ])('is not understood without a decisive word in %s: %j', (reason, value) => {
    expect(reasonOf(() => read(value))).toEqual(notUnderstood(reason));
  });

  test.each([
    'text/json',
    'text/html; charset=utf-8',
    'text/plain',
    'application/problem+json',
    '',
  ])('is read as %j, and inside a JSON string', (contentType) => {
    const text = JSON.stringify({ result: 'correct' });
    for (const body of [text, ` ${text}`, JSON.stringify(text)]) {
      const { result } = readSubmission(rawOf(body, contentType), profile);
      expect(result).toBe('correct');
    }
  });

  test.each(['text/xml', 'application/xml; charset=utf-8', 'application/soap+xml'])(
    'has no envelope as %j',
    (contentType) => {
      const read = readSubmission(rawOf('<aRespuesta/>', contentType), profile);
      expect(read).toMatchObject({ result: null, absent: [], carriesResponse: true });
    },
  );

  const response = '<?xml version="1.0"?>\n<ns2:LROERespuesta xmlns:ns2="x"/>';
  test.each(['text/html', 'text/plain', 'application/json', ''])(
    'may be the ledger’s response as %j',
    (contentType) => {
      const read = readSubmission(rawOf(response, contentType), profile);
      expect(read).toMatchObject({ result: null, absent: [], carriesResponse: true });
      const page = rawOf('<html><p>Respuesta <b>incorrecta</b>', contentType);
      expect(() => readSubmission(page, profile)).toThrow();
    },
  );

  test.each(['odd', "'utf-8'"])('is read as UTF-8 in the character set %s', (charset) => {
    const raw = rawOf(
      { result: 'correct', message: 'Año' },
      `application/json; charset=${charset}`,
    );
    expect(readSubmission(raw, profile)).toMatchObject({ message: 'Año' });
  });

  test.each([
    ['latin1', 'ISO-8859-1'],
    ['latin1', '"windows-1252"'],
    ['utf16le', 'utf-16'],
  ] as const)('is read in the character set that it names: %s as %s', (encoding, charset) => {
    const text = JSON.stringify({ result: 'correct', message: 'Año' });
    const raw = rawOf('', `application/json; charset=${charset}`);
    const body = Buffer.from(text, encoding);
    expect(readSubmission({ ...raw, body }, profile)).toMatchObject({ message: 'Año' });
    const unnamed = { ...rawOf(''), body };
    const unknown = { ...raw, body, contentType: 'application/json; charset=odd' };
    for (const each of [unnamed, unknown])
      expect(reasonOf(() => readSubmission(each, profile))).toEqual(notUnderstood('json'));
  });

  test('is not a page, whatever its text/html says', () => {
    const page = rawOf('<!DOCTYPE html><p>correct', 'text/html');
    expect(reasonOf(() => readSubmission(page, profile))).toEqual(notUnderstood('content_type'));
  });

  test.each(['text/csv', 'application/octet-stream', 'application/jsonp'])(
    'is not read as %j',
    (contentType) => {
      expect(
        reasonOf(() => readSubmission(rawOf({ result: 'correct' }, contentType), profile)),
      ).toEqual(notUnderstood('content_type'));
    },
  );

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
  test('do not accept a territory without a name', () => {
    const named = { id: 2, name: 'Araba' };
    const some = readTerritories(rawOf({ data: [{ id: 1 }, named, null] }), profile);
    expect(some).toEqual([{ id: '2', name: 'Araba' }]);
    expect(reasonOf(() => readTerritories(rawOf({ data: [{ id: 1 }] }), profile))).toEqual(
      notUnderstood('shape: name'),
    );
    for (const answer of [{}, { data: [] }])
      expect(reasonOf(() => readTerritories(rawOf(answer), profile))).toEqual(
        notUnderstood('list'),
      );
  });

  test('may have an empty licence', () => {
    const nothing = { developer: null, software: null, version: null, license: null };
    expect(readLicense(rawOf({ developer: 'x', software: { version: 2 } }), profile)).toEqual({
      ...nothing,
      version: '2',
    });
    expect(readLicense(rawOf([]), profile)).toEqual(nothing);
  });
});
