import { describe, expect, it } from 'vitest';
import { readPdf } from '../../fixtures/read-pdf.ts';
import type { Answer, Way } from '../../intermediary/way.ts';
import { json } from '../../intermediary/way.ts';
import { ways } from '../../intermediary/ways.ts';
import { profileWith, read, send } from '../outbox/queueing-service.ts';
import { connect } from './connect.ts';

/** The end of a file that the service enters, and answers in this way. */
async function endOf(answer: Answer) {
  const [way] = ways;
  const { office } = await connect({
    ...(way as Way),
    profile: profileWith(),
    answer: () => answer,
  });
  const { submission, events } = await read(office, await send(office));
  return { office, submission, event: events.at(-1)?.data };
}

const refusal = (status: number, body: unknown): Answer => ({ ...json(body), status });

describe('the words of a refusal, where the profile finds none', () => {
  it.each([
    ['detail', { detail: 'El periodo está cerrado.' }, 'El periodo está cerrado.'],
    ['error', { error: 'El periodo está cerrado.' }, 'El periodo está cerrado.'],
    ['an object', { error: { code: 7, message: 'Falta el año.' } }, 'Falta el año.'],
    ['a problem of RFC 9457', { title: 'Cerrado.', detail: 'Año 2020.' }, 'Cerrado. Año 2020.'],
    ['a title said again', { title: 'Cerrado.', detail: 'Cerrado.' }, 'Cerrado.'],
    ['nothing in a long answer', { detail: 'Año 2020.', sent: 'x'.repeat(17_000) }, null],
    ['an empty message', { message: '', detail: 'Año 2020.' }, 'Año 2020.'],
  ])('%s', async (_, body, message) => {
    const { submission, event } = await endOf(refusal(422, body));
    expect([submission.state, submission.answerMessage, event?.message]).toEqual([
      'failed',
      message,
      message,
    ]);
  });
});

it('a registration number in the words of a 422 may be of another file', async () => {
  const message = 'El número de registro 2026-240-7 no es de esta empresa.';
  expect((await endOf(refusal(422, { message }))).submission.state).toBe('failed');
});

describe('a status that the profile does not list', () => {
  it.each([402, 410, 423, 451, 499])(
    '%i leaves the outcome open, and its words say so',
    async (status) => {
      const { office, submission } = await endOf(refusal(status, { message: 'No.' }));
      const { state, answerCode, answerMessage } = submission;
      expect([state, answerCode, answerMessage]).toEqual(['unknown', 'service_unclear', 'No.']);
      const { contentBase64 } = await office.call('reports.receipt', {
        submissionId: submission.id,
      });
      const receipt = readPdf(Buffer.from(contentBase64, 'base64')).replaceAll(/\s+/g, ' ');
      expect(receipt).toContain('no dice si ha tramitado lo enviado');
      expect(receipt).not.toContain('sin tramitarlo');
    },
  );

  it.each([405, 411, 413, 414, 415, 431])(
    '%i says by HTTP’s own definition that nothing was processed',
    async (status) => {
      const { submission } = await endOf(refusal(status, {}));
      expect(submission.state).toBe('failed');
    },
  );
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
  ])('that speaks of a request under way, %s, leaves it in doubt', async (_, body) => {
    const { submission } = await endOf(refusal(409, body));
    expect([submission.state, submission.answerCode]).toEqual(['unknown', 'service_unclear']);
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
  ])('with the registration number %s leaves it in doubt', async (_, body) => {
    const { submission, event } = await endOf(refusal(409, body));
    expect(submission.state).toBe('unknown');
    expect(event).toMatchObject({ code: 'answer_contradictory', said: 'refused' });
    expect(JSON.stringify(body)).toContain(String(event?.word));
  });

  it.each([
    ['in words', { message: 'El ejercicio 2020 está cerrado.' }],
    ['in words of what is gone', { message: 'The period no longer exists.' }],
    ['in a page', '<html><body><h1>Blocked</h1></body></html>'],
  ])('that gives another reason %s is not told as what exists', async (_, body) => {
    const page = { status: 409, contentType: 'text/html', body: String(body) };
    const { submission } = await endOf(typeof body === 'string' ? page : refusal(409, body));
    expect([submission.state, submission.answerCode]).toEqual(['unknown', 'service_unclear']);
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
  ])('that says that it exists, or nothing, is a refusal: %j', async (body) => {
    const { submission } = await endOf(refusal(409, body));
    expect([submission.state, submission.answerCode]).toEqual(['failed', 'service_conflict']);
  });
});

describe('an answer of success that denies a whole acceptance', () => {
  const [way] = ways;
  it.each([
    ['accepted: false', { accepted: false }],
    ['aceptado: false', { aceptado: false }],
    ['onartua: "ez"', { onartua: 'ez' }],
    ['accepted: "no"', { data: { accepted: 'no' } }],
    ['success: false', { success: false }],
    ['ok: false', { ok: false }],
    ['valid: false', { valid: false }],
    ['isSuccess: false', { isSuccess: false }],
  ])('by %s, leaves it in doubt, whatever else it has', async (_, denial) => {
    const { answers, ...profile } = profileWith();
    const alone = { ...answers.submission, result: null, records: null };
    const byResponse = { ...profile, answers: { ...answers, submission: alone } };
    const ends = [];
    for (const given of [profileWith(), byResponse]) {
      const { office } = await connect({
        ...(way as Way),
        profile: given,
        answer: async (presentation) => {
          const { body } = await (way as Way).answer(presentation);
          return json({ ...JSON.parse(String(body)), ...denial });
        },
      });
      ends.push((await read(office, await send(office))).submission.state);
    }
    expect(ends).toEqual(['unknown', 'unknown']);
  });
});

describe('a page behind a status that refuses a key', () => {
  const page = '<!doctype html><html><body><h1>Request blocked</h1></body></html>';
  it.each([
    ['text/html', 403, 'failed', 'service_blocked'],
    ['text/plain', 401, 'failed', 'service_blocked'],
    ['text/html', 402, 'unknown', 'service_unclear'],
    ['text/html', 404, 'failed', 'service_not_found'],
  ])('as %s, behind a %i, says nothing of the key', async (contentType, status, state, code) => {
    const { submission } = await endOf({ status, contentType, body: page });
    expect([submission.state, submission.answerCode]).toEqual([state, code]);
  });

  it('has JSON of the service told as before', async () => {
    const { submission } = await endOf(refusal(403, { message: 'Sin permiso.' }));
    expect([submission.state, submission.answerCode]).toEqual(['failed', 'service_forbidden']);
  });

  it('stops the queue after two, as refused keys do', async () => {
    const blocked = { status: 403, contentType: 'text/html', body: page };
    const { office } = await connect({
      ...(ways[0] as Way),
      profile: profileWith(),
      answer: () => blocked,
    });
    for (const _ of [1, 2]) await send(office);
    const { pausedBecause } = await office.call('submissions.progress', {});
    expect(pausedBecause).toBe('service_blocked');
  });
});

it.each([
  ['a lone 0, which may mean none', 0, ['not_told', 'not_told']],
  ['from 0 or from 1, nobody knows', 1, ['not_told', 'not_told']],
  ['from 1, as one of them is the last', 2, ['correct', 'incorrect']],
])('the numbers of refused records alone, %s', async (_, fila, states) => {
  const { answers, ...profile } = profileWith();
  const record = { ...answers.submission.record, row: 'fila', state: null };
  const alone = { ...answers.submission, record, recordsListed: 'refused_only' };
  const submission = { ...alone, ledgerResponse: null };
  const { office } = await connect({
    ...(ways[0] as Way),
    profile: { ...profile, answers: { ...answers, submission } },
    answer: () => json({ result: 'partially_correct', records: [{ fila, code: 'B4_2000003' }] }),
  });
  const id = await send(office);
  expect((await read(office, id)).submission.state).toBe('partially_accepted');
  const { records } = await office.call('submissions.records', { id, limit: 10 });
  expect(records.map(({ state }) => state)).toEqual(states);
});
