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
