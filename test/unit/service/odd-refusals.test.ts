import { describe, expect, it } from 'vitest';
import { toSendOutcome } from '../../../main/service/outcome.ts';
import { defaultServiceProfile } from '../../../main/service/profile.ts';
import { createRedactor } from '../../../main/service/redaction.ts';
import { emptyBody } from '../../fixtures/answers.ts';
import { profileWith, raw, outcomeOf as readBy } from '../../fixtures/read-by-profile.ts';

const context = {
  profile: defaultServiceProfile(),
  redactor: createRedactor([]),
  now: new Date(),
};

/** The outcome of a refusal; a text is a page. */
function outcomeOf(status: number, answer: object | string) {
  const isPage = typeof answer === 'string';
  const body = Buffer.from(isPage ? answer : JSON.stringify(answer));
  const raw = { ...emptyBody, status, body, ...(isPage ? { contentType: 'text/html' } : {}) };
  return toSendOutcome({ kind: 'answered', raw, retryAfter: null }, context);
}

describe('the words of a refusal, where the profile finds none', () => {
  it.each([
    ['detail', { detail: 'El periodo está cerrado.' }, 'El periodo está cerrado.'],
    ['error', { error: 'El periodo está cerrado.' }, 'El periodo está cerrado.'],
    ['an object', { error: { code: 7, message: 'Falta el año.' } }, 'Falta el año.'],
    ['a problem of RFC 9457', { title: 'Cerrado.', detail: 'Año 2020.' }, 'Cerrado. Año 2020.'],
    ['a title said again', { title: 'Cerrado.', detail: 'Cerrado.' }, 'Cerrado.'],
    ['nothing in a long answer', { detail: 'Año 2020.', sent: 'x'.repeat(17_000) }, null],
    ['an empty message', { message: '', detail: 'Año 2020.' }, 'Año 2020.'],
  ])('%s', (_, body, message) => {
    const error = { details: { message } };
    expect(outcomeOf(422, body)).toMatchObject({ kind: 'not_delivered', error });
  });
});

it.each([405, 411, 413, 414, 415, 431])(
  '%i says by HTTP’s own definition that nothing was processed',
  (status) => {
    expect(outcomeOf(status, {}).kind).toBe('not_delivered');
  },
);

it.each([402, 410, 423, 451, 499])('%i leaves the outcome open', (status) => {
  const error = { code: 'service_unclear' };
  expect(outcomeOf(status, { message: 'No.' })).toMatchObject({ kind: 'unknown', error });
});

describe('a 409', () => {
  it.each([
    ['without words', {}],
    ['with HTTP’s own word', { message: 'Conflict' }],
    ['that says that it exists', { message: 'La factura figura ya en el libro.' }],
    ['that speaks of an earlier request', { message: 'Su solicitud se está tramitando.' }],
    ['with another reason', { message: 'El ejercicio 2020 está cerrado.' }],
    ['as a page', '<html><body><h1>Blocked</h1></body></html>'],
  ])('%s may answer the second copy of this very request: it is in doubt', (_, body) => {
    const error = { code: 'service_unclear' };
    expect(outcomeOf(409, body)).toMatchObject({ kind: 'unknown', error });
  });
});

describe('a refusal of content because the ledger’s answer was lost', () => {
  it.each([
    { message: 'cURL error 28: Operation timed out after 30000 milliseconds' },
    { message: 'Error en el envío', detail: 'La Hacienda Foral no ha respondido.' },
    { error: { code: 'LROE_TIMEOUT' } },
    { message: 'Se agotó el tiempo de espera con LROE.' },
    { message: 'LROE: no response' },
    { mezua: 'LROEk ez du erantzun.' },
    { message: 'read ECONNRESET' },
    { message: 'read ETIMEDOUT' },
    { message: 'java.net.SocketTimeoutException' },
    { message: 'timeout of 30000ms exceeded' },
    { message: 'No se ha recibido respuesta de la Diputación.' },
    { page: '<html><body>cURL error 28: Operation timed out</body></html>' },
  ])('leaves it in doubt: %j', (body) => {
    for (const status of [400, 422])
      expect(outcomeOf(status, body)).toMatchObject({
        kind: 'unknown',
        error: { code: 'service_unclear', details: { status } },
      });
    expect(outcomeOf(401, body).kind).toBe('not_delivered');
    const refusedWhen = { path: 'success', is: [false], means: 'not_delivered' as const };
    const inside = readBy(raw({ ...body, success: false }), profileWith({}, { refusedWhen }));
    expect(inside.kind, 'inside an answer of success').toBe('unknown');
  });
});

describe('a refusal that may hold an outcome', () => {
  it.each([
    ['in capitals', { result: 'PARTIALLY_CORRECT' }, 'PARTIALLY_CORRECT'],
    ['elsewhere', { data: { status: 'Partially correct' } }, 'Partially correct'],
    ['elsewhere, in Spanish', { data: { estado: 'Parcialmente aceptado' } }, 'aceptado'],
    ['as a count', { aceptados: 2, rechazados: 1 }, 'aceptados'],
    ['as a list', { accepted: { 'F-1': 'R-7' } }, 'accepted'],
    ['as names', { accepted: 'F-1, F-2' }, 'accepted'],
    ['in a sentence', { message: 'It was partially accepted (2 of 3).' }, 'partially accepted'],
    ['by its registration number', { data: { numero_registro: '2026-240-7' } }, '2026-240-7'],
    ['behind a PHP notice', '<b>Notice</b> {"result":"correct"}', 'correct'],
  ])('%s leaves it in doubt', (_, body, word) => {
    for (const status of [400, 422]) {
      const details = { said: 'refused', word: expect.stringContaining(word) };
      const error = { code: 'answer_contradictory', details };
      expect(outcomeOf(status, body), `${status}`).toMatchObject({ kind: 'unknown', error });
    }
  });

  it.each([
    ['pending_review', { result: 'pending_review' }],
    ['1', { result: 1 }],
    ['REGISTERED', { records: [{ key: {}, state: 'REGISTERED' }] }],
    ['partial_error', { result: 'partial_error' }],
  ])(
    'in the word “%s”, which the profile lacks, counts where the content was read',
    (word, body) => {
      const details = { said: 'refused', word };
      const error = { code: 'answer_contradictory', details };
      for (const status of [400, 409, 422])
        expect(outcomeOf(status, body), `${status}`).toMatchObject({ kind: 'unknown', error });
      expect(outcomeOf(401, body).kind).toBe('not_delivered');
    },
  );

  it.each([
    [{ result: 'PARTIALLY_CORRECT' }],
    [{ data: { status: 'Partially correct' } }],
    [{ detail: { estado: 'ParcialmenteCorrecto' } }],
    [{ registration_number: '2026-240-7' }],
  ])('in the words of the profile or the ledger counts behind any status: %j', (body) => {
    for (const status of [401, 404, 413, 429])
      expect(outcomeOf(status, body).kind, `${status}`).toBe('unknown');
  });

  it.each([
    ...['onartua_erroreekin', 'AceptadaConErrores', 'RegistradoConErrores', 'request accepted'],
    ...['partzialki errefusatua', 'duplicate', 'processed_with_errors', 'procesado con errores'],
    ...['CorrectoConErrores', 'not_all_accepted', 'no_todas_aceptadas', '2 accepted, 1 rejected'],
  ])('counts with the result %j, which names an error too', (result) => {
    expect(outcomeOf(422, { result }).kind).toBe('unknown');
  });

  it('counts in a header of the ledger, whatever the encoding of the body', () => {
    const contentType = 'application/json; eus-bizkaia-n3-tipo-respuesta="ParcialmenteCorrecto"';
    const body = Buffer.from('\ufeff{"message":"x"}', 'utf16le');
    const raw = { ...emptyBody, status: 422, contentType, body };
    expect(toSendOutcome({ kind: 'answered', raw, retryAfter: null }, context).kind).toBe(
      'unknown',
    );
  });

  it.each([
    ['in UTF-16', Buffer.from('\ufeff{"result":"correct"}', 'utf16le'), 'application/json'],
    ['as an unknown type', Buffer.from('{"result":"correct"}'), 'application/octet-stream'],
  ])('%s too', (_, body, contentType) => {
    const raw = { ...emptyBody, status: 422, contentType, body };
    const outcome = toSendOutcome({ kind: 'answered', raw, retryAfter: null }, context);
    expect(outcome).toMatchObject({ kind: 'unknown', error: { code: 'answer_contradictory' } });
    expect(outcome.raw?.body).toBe(body);
  });

  it.each([
    ...['INCORRECT', 'error', 'KO', 'UNAUTHORIZED', 'too_many_requests', 'Bad Request', 422],
    ...[false, 0, '', null, {}, []],
  ])('stays one with the result %j', (result) => {
    for (const accepted of [0, false, 'false', null, [], '', {}, -1, 'N', 'no'])
      expect(outcomeOf(422, { result, accepted })).toMatchObject({ kind: 'not_delivered' });
  });

  it.each([
    ...['No aceptado', 'not_accepted', 'NOT_VALID', 'no válido', 'Erróneo', 'baztertua', 'okerra'],
    ...['Ez onartua', 'akatsa', 'KO_VALIDACION', 'missing_field', 'None'],
    ...['ERR', 'N', 'malformed', 'exception', 'unsuccessful', 'expired', 'rejected_with_errors'],
  ])('stays one with the word %j', (result) => {
    expect(outcomeOf(422, { result }).kind).toBe('not_delivered');
  });

  it.each([
    [404, '<html><button>Correct</button></html>'],
    [422, { message: 'El XML no responde al esquema XSD' }],
    [404, "<html><script>if (localStorage.c !== 'accepted') show();</script></html>"],
    [415, { accepted: ['application/xml'] }],
    [403, { company: { registrationNumber: 'B12345678' } }],
    [429, { result: 'slow_down', accepted: 3 }],
    [422, { message: "El campo 'accepted' es obligatorio" }],
    [422, { message: 'The date-time out of range' }],
    [422, { message: 'time outside the allowed range' }],
    [422, { message: 'El destino respondido no es válido' }],
    [400, '<html><script>setTimeout(reload, 5)</script><h1>Bad Request</h1></html>'],
  ])('stays one: %i %j', (status, body) => {
    expect(outcomeOf(status, body).kind).toBe('not_delivered');
  });
});
