import { describe, expect, it } from 'vitest';
import { toSendOutcome } from '../../../main/service/outcome.ts';
import { defaultServiceProfile } from '../../../main/service/profile.ts';
import { createRedactor } from '../../../main/service/redaction.ts';
import { emptyBody } from '../../fixtures/answers.ts';

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
    ['in English', { message: 'A previous request with this key is being processed.' }],
    ['in English, otherwise', { message: 'This key already exists: still in progress.' }],
    ['in English, as a code', { code: 'REQUEST_IN_PROGRESS', message: 'Conflict' }],
    ['in Spanish', { message: 'Ya existe una petición anterior con esta clave en proceso.' }],
    ['in Spanish, otherwise', { detail: 'Su solicitud se está tramitando.' }],
    ['in Spanish, vaguely', { error: 'Espere a que termine la primera llamada.' }],
    ['in Basque', { message: 'Gako horrekin badago aurreko eskaera bat; prozesatzen ari da.' }],
    ['in Basque, otherwise', { mezua: 'Eskaera izapidetzen ari da oraindik.' }],
    ['in Spanish, passively', { message: 'Ya registrada: está siendo procesada.' }],
    ['in Spanish, to wait', { message: 'Solicitud duplicada. Espere.' }],
    ['by its key alone', { message: 'This key already exists.' }],
    ['deeper', { message: 'Conflict', data: [{ info: 'Duplicate: the first is pending.' }] }],
  ])('that speaks of a request under way, %s, leaves it in doubt', (_, body) => {
    const error = { code: 'service_unclear' };
    expect(outcomeOf(409, body)).toMatchObject({ kind: 'unknown', error });
  });

  it.each([
    [
      'elsewhere',
      { message: 'Ya existe', previo: { registro: { numero_registro: '2026-240-7' } } },
    ],
    ['under another name', { message: 'Ya existe', registrationNumber: 'LROE-2026-00017' }],
    ['in a sentence', { message: 'Duplicado. Registrado con el número 2026240000123.' }],
    ['in Basque', { message: 'Badago lehendik. Erregistro-zenbakia: 2026-240-7' }],
    ['in quoted JSON', { message: 'Duplicate', body: '{"num_registro":"2026-240-7"}' }],
  ])('with the registration number %s leaves it in doubt', (_, body) => {
    const word = expect.stringMatching(/2026-?(?:240|00017)/);
    const error = { code: 'answer_contradictory', details: { said: 'refused', word } };
    expect(outcomeOf(409, body)).toMatchObject({ kind: 'unknown', error });
  });

  it.each([
    ['in words', { message: 'El ejercicio 2020 está cerrado.' }],
    ['in words of what is gone', { message: 'The period no longer exists.' }],
    ['in a page', '<html><body><h1>Blocked</h1></body></html>'],
  ])('that gives another reason %s is not told as what exists', (_, body) => {
    const error = { code: 'service_unclear' };
    expect(outcomeOf(409, body)).toMatchObject({ kind: 'unknown', error });
  });

  it.each([
    {},
    { message: 'Conflict' },
    { status: 409, error: 'Conflict', path: '/expenses' },
    { message: 'The document already exists.' },
    { message: 'This file was already processed.' },
    { message: 'La factura figura ya en el libro.' },
    { message: 'Ya ha sido tramitado.' },
    { message: 'Registro duplicado: F-2026-12' },
    { message: 'Erregistro bikoiztua.' },
    { errors: { xml_contents: ['Ya existe.'] } },
  ])('that says that it exists, or nothing, is a refusal: %j', (body) => {
    const error = { code: 'service_conflict' };
    expect(outcomeOf(409, body)).toMatchObject({ kind: 'not_delivered', error });
  });
});
