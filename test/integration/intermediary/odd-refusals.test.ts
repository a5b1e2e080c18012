import { describe, expect, it } from 'vitest';
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
  const { state, answerCode, answerMessage } = submission;
  return { state, answerCode, answerMessage, event: events.at(-1)?.data };
}

const refusal = (status: number, body: unknown): Answer => ({ ...json(body), status });

describe('the words of a refusal, where the profile finds none', () => {
  it.each([
    ['detail', { detail: 'El periodo está cerrado.' }, 'El periodo está cerrado.'],
    ['error', { error: 'El periodo está cerrado.' }, 'El periodo está cerrado.'],
    ['an object', { error: { code: 7, message: 'Falta el año.' } }, 'Falta el año.'],
    ['a problem of RFC 9457', { title: 'Cerrado.', detail: 'Año 2020.' }, 'Cerrado. Año 2020.'],
    ['an empty message', { message: '', detail: 'Año 2020.' }, 'Año 2020.'],
  ])('%s', async (_, body, message) => {
    const { state, answerMessage, event } = await endOf(refusal(422, body));
    expect([state, answerMessage, event?.message]).toEqual(['failed', message, message]);
  });
});
