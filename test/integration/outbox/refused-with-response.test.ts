import { expect, it } from 'vitest';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { openPractisingOffice } from '../core/office.ts';
import { company, send, withAnswers } from '../corrections/sending.ts';

it('a rate limit whose body has the ledger’s response is no reason to send again', async () => {
  let sent = 0;
  const office = await openPractisingOffice(
    withAnswers(
      ({ ledger_response_xml }) => {
        sent += 1;
        return { ledger_response_xml };
      },
      undefined,
      (raw) => ({ ...raw, status: 429 }),
    ),
  );
  const xml = makeDocument('240-received', { seed: 1, records: 2, taxpayer: company });
  const { state } = await send(office, 'a.xml', xml);
  expect([state, sent]).toEqual(['unknown', 1]);
});

const correct = Buffer.from('<e><TipoRespuesta>Correcto</TipoRespuesta></e>').toString('base64');
it.each([
  ['JSON in a text', { message: JSON.stringify({ TipoRespuesta: 'Correcto' }) }],
  ['Base64', { message: 'dup', response: correct }],
  ['JSON of the service', { message: 'dup', earlier: JSON.stringify({ result: 'correct' }) }],
  ['a number beside an unknown word', { result: 'duplicate', registration_number: 'R-7' }],
])('a refusal that quotes an earlier acceptance is unknown: %s', async (_, body) => {
  let sent = 0;
  const office = await openPractisingOffice(
    withAnswers(
      () => {
        sent += 1;
        return body as never;
      },
      undefined,
      (raw) => ({ ...raw, status: 409 }),
    ),
  );
  const xml = makeDocument('240-received', { seed: 1, records: 2, taxpayer: company });
  expect((await send(office, 'a.xml', xml)).state).toBe('unknown');
  await expect(send(office, 'b.xml', xml), 'not without a question').rejects.toThrow();
  expect(sent).toBe(1);
});

const responseAlone = { result: null, records: null, registration_number: null };
it.each([
  ['a status of refusal', 422, responseAlone, { said: 'refused', word: 'Correcto' }],
  ['errors beside it', 200, { errors: ['x'] }, { said: 'accepted', word: 'errors' }],
])('a whole acceptance by the ledger under %s contradicts it', async (_, status, beside, data) => {
  const office = await openPractisingOffice(
    withAnswers(
      (answer) => ({ ...answer, ...beside }),
      undefined,
      (raw) => ({ ...raw, status }),
    ),
  );
  const xml = makeDocument('240-received', { seed: 1, records: 2, taxpayer: company });
  const { id } = await send(office, 'a.xml', xml);
  const { submission, events } = await office.call('submissions.get', { id });
  expect([submission.state, submission.answerCode]).toEqual(['unknown', 'answer_contradictory']);
  expect(events.at(-1)?.data).toMatchObject(data);
});

it('a refusal with the ledger’s response to another document is unknown', async () => {
  const office = await openPractisingOffice(
    withAnswers(
      ({ ledger_response_xml }) => {
        const xml = Buffer.from(ledger_response_xml ?? '', 'base64').toString();
        const other = xml
          .replace(company.taxId, 'B00000034')
          .replaceAll('>Correcto<', '>Incorrecto<');
        return { ledger_response_xml: other };
      },
      undefined,
      (raw) => ({ ...raw, status: 400 }),
    ),
  );
  const xml = makeDocument('240-received', { seed: 1, records: 2, taxpayer: company });
  const { id } = await send(office, 'a.xml', xml);
  const { submission, events } = await office.call('submissions.get', { id });
  expect([submission.state, events.at(-1)?.data.reason]).toEqual(['unknown', 'foreign']);
});

it('a 409 in words of its own is rejected by the ledger’s response that refuses the records', async () => {
  const office = await openPractisingOffice(
    withAnswers(
      ({ ledger_response_xml }) => {
        const xml = Buffer.from(ledger_response_xml ?? '', 'base64').toString();
        const refused = xml.replaceAll('>Correcto<', '>Incorrecto<');
        return { message: 'La presentación no procede.', ledger_response_xml: refused };
      },
      undefined,
      (raw) => ({ ...raw, status: 409 }),
    ),
  );
  const xml = makeDocument('240-received', { seed: 1, records: 2, taxpayer: company });
  expect((await send(office, 'a.xml', xml)).state).toBe('rejected');
});
