import { describe, expect, it, test } from 'vitest';
import { classifyOutcome } from '../../../main/features/outbox/classify-outcome.ts';
import type { HttpResult } from '../../../main/service/http.ts';
import { toAskOutcome, toSendOutcome } from '../../../main/service/outcome.ts';
import { defaultServiceProfile, parseServiceProfile } from '../../../main/service/profile.ts';
import { createRedactor } from '../../../main/service/redaction.ts';
import { emptyKey } from '../../../main/validator/pair-records.ts';
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
const recordDenied = { ...taken, records: [{ ...taken.records[0], meta: { success: false } }] };

describe('an answer that refuses the file and says that it was taken', () => {
  it.each([
    ['by its status', 400, taken, 'refused', 'correct'],
    ['by its status, with one record taken', 422, recordTaken, 'refused', 'accepted_with_errors'],
    ['by success: false', 200, { success: false, ...taken }, 'accepted', 'success: false'],
    ['by ok: false', 200, { meta: { ok: false }, ...taken }, 'accepted', 'ok: false'],
    ['by accepted', 200, { accepted: false, ...taken }, 'accepted', 'accepted: false'],
    ['by aceptado', 200, { aceptado: false, ...taken }, 'accepted', 'aceptado: false'],
    ['by onartua', 200, { onartua: 'ez', ...taken }, 'accepted', 'onartua'],
    ['by valid', 200, { valid: false, ...taken }, 'accepted', 'valid: false'],
    ['by an error', 200, { error: 'no licence', ...taken }, 'accepted', 'error'],
    ['by a status', 200, { Status: 'ERROR', ...taken }, 'accepted', 'Status'],
    ['by success as a text', 200, { success: 'false', ...taken }, 'accepted', 'success'],
    ['by ok as a number', 200, { ok: 0, ...taken }, 'accepted', 'ok'],
    ['by éxito', 200, { exito: false, ...taken }, 'accepted', 'exito: false'],
    ['by a list of errors', 200, { errors: [{ code: 12 }], ...taken }, 'accepted', 'errors'],
    ['by has_errors', 200, { has_errors: true, ...taken }, 'accepted', 'has_errors'],
    ['by a state of its own', 200, { estado: 'Rechazado', ...taken }, 'accepted', 'estado'],
    ['by a status of refusal', 200, { status: 422, ...taken }, 'accepted', 'status'],
    [
      'by a status as a text',
      200,
      { meta: { statusCode: '500' }, ...taken },
      'accepted',
      'statusCode',
    ],
    ['by a deep one', 200, { a: { b: [{ c: { ok: false } }] }, ...taken }, 'accepted', 'ok: false'],
    ['in a record', 200, recordDenied, 'accepted', 'success: false'],
    ['around an earlier acceptance', 409, { earlier: { result: 'correct' } }, 'refused', 'correct'],
    ['around the ledger’s word', 409, { antes: ['Correcto'] }, 'refused', 'Correcto'],
    ['with a registration number', 409, { registration_number: 'R-7' }, 'refused', 'R-7'],
  ])('%s: unknown, so that nobody sends it twice', (_name, status, answer, said, word) => {
    expect(classifyOutcome(outcomeOf(status, answer), fileWith([]))).toMatchObject({
      state: 'unknown',
      event: { data: { code: 'answer_contradictory', said, word } },
    });
  });

  const numbers = { identifier: 'I-7', registration_number: 'R-7' };
  it.each([
    ['denied acceptance', 200, { success: false, ...taken, ...numbers }],
    ['conflict', 409, numbers],
    ['word that nobody knows', 200, { result: 'probably', ...numbers }],
    ['failure', 500, numbers],
  ])('a %s keeps its identifier and registration number', (_name, status, answer) => {
    expect(classifyOutcome(outcomeOf(status, answer), fileWith([]))).toMatchObject({
      state: 'unknown',
      identifier: 'I-7',
      registrationNumber: 'R-7',
    });
  });

  const header = (word: string) => `text/html; eus-bizkaia-n3-tipo-respuesta="${word}"`;
  it.each([
    ['in the ledger’s header', header('Correcto'), '{}', 'Correcto'],
    ['in the ledger’s header, partly', header('ParcialmenteCorrecto'), '', 'ParcialmenteCorrecto'],
    ['in XML', 'text/xml', '<e><antes>Correcto</antes></e>', 'Correcto'],
    ['in a sentence', 'text/html', '<p>Era ParcialmenteCorrecto.</p>', 'ParcialmenteCorrecto'],
    ['by a code', 'application/json', '{"message":"B4_3000001: …"}', 'B4_3000001'],
  ])('%s: unknown too', (_name, contentType, text, word) => {
    const raw = { ...emptyBody, status: 422, contentType, body: Buffer.from(text) };
    expect(toSendOutcome({ kind: 'answered', raw, retryAfter: null }, context)).toMatchObject({
      kind: 'unknown',
      error: { code: 'answer_contradictory', details: { said: 'refused', word } },
    });
  });

  it.each([
    [400, 'unknown'],
    [409, 'unknown'],
    [422, 'unknown'],
    [401, 'not_delivered'],
    [404, 'not_delivered'],
    [413, 'not_delivered'],
    [429, 'not_delivered'],
  ])('a %i whose rest is lost, and may say more: %s', (status, kind) => {
    const raw = { ...emptyBody, status, body: Buffer.from('{"message":"x","led') };
    const error = { code: 'connection_lost', details: {} } as const;
    const failed = { kind: 'failed', sent: true, error, raw, retryAfter: null } as const;
    expect(toSendOutcome(failed, context)).toMatchObject({ kind });
  });

  test('a refusal in words that say nothing of the ledger stays one', () => {
    for (const message of ['El NIF no es correcto', 'Incorrecto', 'B4_2000003', '"x" no correcto'])
      expect(outcomeOf(422, { message })).toMatchObject({ kind: 'not_delivered' });
  });

  test.each([
    [['El NIF no es válido.', 7, 'Falta el año.'], 'El NIF no es válido. Falta el año.'],
    [[], null],
    [{ text: 'x' }, null],
  ])('a refusal with the message %j says %j', (message, said) => {
    expect(outcomeOf(422, { message })).toMatchObject({ error: { details: { message: said } } });
  });

  test('a refusal that says nothing else stays one', () => {
    expect(outcomeOf(400, { result: 'incorrect' })).toMatchObject({ kind: 'not_delivered' });
    for (const registration_number of [0, '0', '', '-', null])
      expect(outcomeOf(422, { registration_number })).toMatchObject({ kind: 'not_delivered' });
    const partly = { success: false, ...taken, result: 'partially_correct' };
    expect(outcomeOf(200, partly)).toMatchObject({ result: 'partially_correct' });
    expect(outcomeOf(200, { success: false, result: 'incorrect', records: [] })).toMatchObject({
      result: 'incorrect',
    });
  });

  test('a refusal of records is the ledger’s own, whatever the status', () => {
    const records = [{ key: { number: '7' }, state: 'incorrect', code: 'B4_2000003' }];
    expect(outcomeOf(422, { result: 'incorrect', records })).toMatchObject({
      kind: 'answered',
      result: 'incorrect',
      records: [{ code: 'B4_2000003' }],
    });
    expect(outcomeOf(422, { registration_number: 'R-7', records })).toMatchObject({
      error: { code: 'answer_contradictory', details: { word: 'R-7' } },
    });
  });

  test('refused records behind a status alone refuse the file when they are all of it', () => {
    const own = ['7', '8'].map((number, index) => ({
      ...{ record: index + 1, counterparty: null, amount: null },
      key: { ...emptyKey, number },
    }));
    const refused = own.map(({ key: { number } }) => ({ key: { number }, state: 'incorrect' }));
    const stateAfter = (records: object) =>
      classifyOutcome(outcomeOf(422, { records }), fileWith(own)).state;
    expect(stateAfter(refused)).toBe('rejected');
    expect(stateAfter(refused.slice(1))).toBe('unknown');
    expect(stateAfter([{ state: 'incorrect' }])).toBe('unknown');
  });

  test('refused records in the answer to a later question are the file’s own too', () => {
    const ask = (status: number, answer: object) => {
      const body = Buffer.from(JSON.stringify(answer));
      const rawAnswer = { ...emptyBody, status, body };
      return toAskOutcome({ kind: 'answered', raw: rawAnswer, retryAfter: null }, context, 'job-7');
    };
    const refused = { result: 'incorrect', records: [{ key: {}, state: 'incorrect' }] };
    expect(ask(422, refused)).toMatchObject({ kind: 'answered', result: 'incorrect' });
    expect(ask(422, { result: 'incorrect', records: [] })).toMatchObject({ kind: 'not_told' });
    expect(ask(500, refused)).toMatchObject({ kind: 'not_told' });
    expect(ask(404, refused)).toMatchObject({ kind: 'not_told' });
  });

  test.each([
    [400, { status: 'error', errors: [{ message: 'Unknown identifier.' }] }],
    [401, { status: 'error', errors: [{ message: 'Invalid key.' }] }],
    [422, { status: 'error', errors: [{ key: { number: 'identifier' } }] }],
    [429, { errors: [{ message: 'Too many requests.' }] }],
  ])('a %i with a list of errors that name no record refuses no record', (status, answer) => {
    const profile = structuredClone(context.profile);
    Object.assign(profile.answers.submission, {
      ...{ result: 'status', resultWords: { ok: 'correct', error: 'incorrect' } },
      ...{ records: 'errors', recordsListed: 'refused_only', ledgerResponse: null },
    });
    profile.answers.submission.record.state = null;
    const raw = { ...emptyBody, status, body: Buffer.from(JSON.stringify(answer)) };
    const result: HttpResult = { kind: 'answered', raw, retryAfter: null };
    expect(toAskOutcome(result, { ...context, profile }, 'job-7')).toMatchObject({
      kind: 'not_told',
    });
    if (!('status' in answer))
      expect(toSendOutcome(result, { ...context, profile })).toMatchObject({
        kind: 'not_delivered',
      });
  });

  test.each([
    ...[null, '', 'no', false, 0, {}, [], { code: 0, text: '' }],
    ...['00', '0000', '-', 'Ninguno', 'Sin errores.', { code: '0000', message: 'Sin errores' }],
  ])('error: %j denies nothing', (error) => {
    expect(outcomeOf(200, { ...taken, error })).toMatchObject({ kind: 'answered', denials: [] });
  });

  test.each([
    ['errors', 'partially_accepted'],
    ['success: false', 'unknown'],
  ])('records accepted with errors beside a denial by %s: %s', (denial, state) => {
    const key = { ...emptyKey, number: '7' };
    const file = fileWith([{ record: 1, counterparty: null, amount: null, key }]);
    const outcome = outcomeOf(200, { records: [{ key, state: 'accepted_with_errors' }] });
    const denied = { ...outcome, absent: [], denials: [denial] };
    expect(classifyOutcome(denied, file).state).toBe(state);
  });

  // A pattern that looks again at each repetition would take minutes.
  test.each(['envio', 'partially ', '" ', 'numero_de_', 'correct_', '\\'])(
    'a refusal that repeats "%s" a million letters long',
    (word) => {
      const answer = { message: 'Ya existe \\u0041', text: word.repeat(1_000_000 / word.length) };
      expect(outcomeOf(422, answer)).toMatchObject({ kind: 'not_delivered' });
    },
  );

  test('an error that is no error of its own, 200,000 lists deep, ends no walk', () => {
    const [open, close] = ['['.repeat(200_000), ']'.repeat(200_000)];
    const text = JSON.stringify(taken).replace('{', `{"error":${open}"bad"${close},`);
    const raw = { ...emptyBody, body: Buffer.from(text) };
    const outcome = toSendOutcome({ kind: 'answered', raw, retryAfter: null }, context);
    expect(outcome).toMatchObject({ denials: ['error'] });
  });

  test.each([200, '201', 42, 4220])('status: %j denies nothing', (status) => {
    expect(outcomeOf(200, { ...taken, status })).toMatchObject({ kind: 'answered', denials: [] });
  });

  test('what the profile reads in a record denies nothing', () => {
    const { answers } = defaultServiceProfile();
    const record = { ...answers.submission.record, state: 'estado', messageEs: 'error' };
    const stateWords = { KO: 'correct' };
    const profile = parseServiceProfile({
      name: 'own',
      answers: { submission: { ...answers.submission, record: { ...record, stateWords } } },
    });
    const records = [{ key: {}, estado: 'KO', error: 'none of ours' }];
    const body = Buffer.from(JSON.stringify({ ...taken, records }));
    const result = { kind: 'answered', raw: { ...emptyBody, status: 200, body }, retryAfter: null };
    const outcome = toSendOutcome(result as HttpResult, { ...context, profile });
    expect(outcome).toMatchObject({ kind: 'answered', result: 'correct' });
  });

  test('errors beside records accepted with errors deny nothing', () => {
    const answer = { result: 'correct', ...recordTaken, errors: ['B4_3000001'], ok: 'ok' };
    expect(outcomeOf(200, answer)).toMatchObject({ kind: 'answered', result: 'correct' });
  });
});

describe('a name that stands twice in an object', () => {
  const text = JSON.stringify(taken);
  test.each([
    ['the result', text.replace('"result"', '"result":"incorrect","result"')],
    ['the result, escaped', text.replace('"result"', '"r\\u0065sult":"incorrect","result"')],
    ['a record’s state', text.replace('"state"', '"state":"incorrect","state"')],
    ['in a JSON string', JSON.stringify(text.replace('"result"', '"result":1,"result"'))],
  ])('%s: the answer is not understood', (_name, body) => {
    const raw = { ...emptyBody, body: Buffer.from(body) };
    const outcome = toSendOutcome({ kind: 'answered', raw, retryAfter: null }, context);
    expect(outcome).toMatchObject({ kind: 'unknown', error: { code: 'answer_not_understood' } });
  });

  test.each([
    ['lists in lists', '['.repeat(1_000_001) + ']'.repeat(1_000_001)],
    ['values', `[${'[],'.repeat(1_000_000)}1]`],
  ])(
    'an answer with a million %s, which would fill the memory, is not understood',
    (_name, body) => {
      const raw = { ...emptyBody, body: Buffer.from(body) };
      const outcome = toSendOutcome({ kind: 'answered', raw, retryAfter: null }, context);
      expect(outcome).toMatchObject({ kind: 'unknown', error: { code: 'answer_not_understood' } });
    },
  );

  test('colons and quotes inside texts are no names', () => {
    const message = 'a "b": \\"c\\": {"result": 1}';
    expect(outcomeOf(200, { ...taken, message, __proto: {} })).toMatchObject({ message });
  });
});
