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

it('the words of a refusal are found where the profile finds none', async () => {
  const { submission, event } = await endOf(refusal(422, { detail: 'El periodo está cerrado.' }));
  expect([submission.state, submission.answerMessage, event?.message]).toEqual([
    'failed',
    'El periodo está cerrado.',
    'El periodo está cerrado.',
  ]);
});

it('a registration number in the words of a 422 may be of another file', async () => {
  const message = 'El número de registro 2026-240-7 no es de esta empresa.';
  expect((await endOf(refusal(422, { message }))).submission.state).toBe('failed');
});

describe('a status that the profile does not list', () => {
  it.each([402, 451])('%i leaves the outcome open, and its words say so', async (status) => {
    const { office, submission } = await endOf(refusal(status, { message: 'No.' }));
    const { state, answerCode, answerMessage } = submission;
    expect([state, answerCode, answerMessage]).toEqual(['unknown', 'service_unclear', 'No.']);
    const { contentBase64 } = await office.call('reports.receipt', {
      submissionId: submission.id,
    });
    const receipt = readPdf(Buffer.from(contentBase64, 'base64')).replaceAll(/\s+/g, ' ');
    expect(receipt).toContain('no dice si ha tramitado lo enviado');
    expect(receipt).not.toContain('sin tramitarlo');
  });
});

describe('a 409', () => {
  it.each([
    ['speaks of a request under way', 'A previous request with this key is being processed.'],
    ['says that it exists', 'The document already exists.'],
  ])('that %s leaves it in doubt', async (_, message) => {
    const { submission } = await endOf(refusal(409, { message }));
    expect([submission.state, submission.answerCode]).toEqual(['unknown', 'service_unclear']);
  });

  it('with a registration number elsewhere leaves it in doubt', async () => {
    const body = { message: 'Ya existe', previo: { registro: { numero_registro: '2026-240-7' } } };
    const { submission, event } = await endOf(refusal(409, body));
    expect(submission.state).toBe('unknown');
    const word = '2026-240-7';
    expect(event).toMatchObject({ code: 'answer_contradictory', said: 'refused', word });
  });
});

describe('an answer of success that denies a whole acceptance', () => {
  const [way] = ways;
  it.each([
    ['accepted: false', { accepted: false }],
    ['accepted: "no"', { data: { accepted: 'no' } }],
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
