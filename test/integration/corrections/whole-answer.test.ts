import { describe, expect, it } from 'vitest';
import { defaultServiceProfile } from '../../../main/service/profile.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { openPractisingOffice } from '../core/office.ts';
import { company, person, send, withAnswers } from './sending.ts';

const invoices = (firstRecord: number, records: number) =>
  makeDocument('240-received', { seed: 3, records, firstRecord, taxpayer: company });

describe("the ledger's own document in an answer", () => {
  it('gives the records where the answer has none', async () => {
    const office = await openPractisingOffice(
      withAnswers((answer) => ({ ...answer, records: [] })),
    );
    await send(office, 'a.xml', invoices(0, 3));
    const partial = await send(office, 'b.xml', invoices(1, 4), true);
    expect(partial).toMatchObject({
      state: 'partially_accepted',
      recordCounts: { correct: 2, acceptedWithErrors: 0, incorrect: 2 },
    });
    const { records } = await office.call('submissions.records', { id: partial.id });
    expect(
      records.map(({ record, state, code, messageEu }) => [record, state, code, messageEu]),
    ).toEqual([
      [1, 'incorrect', 'B4_2000003', expect.any(String)],
      [2, 'incorrect', 'B4_2000003', expect.any(String)],
      [3, 'correct', null, null],
      [4, 'correct', null, null],
    ]);
    const { response } = await office.call('submissions.ledgerResponse', { id: partial.id });
    expect(response).toMatchObject({
      header: { model: '240', operation: 'A00', taxId: company.taxId },
      presentedAt: expect.stringMatching(/^\d\d-\d\d-\d{4} \d\d:\d\d:\d\d$/),
      recordStates: { correct: 2, incorrect: 2 },
    });
  });

  it('has expenses without their counterparty, and they are found all the same', async () => {
    const office = await openPractisingOffice(
      withAnswers((answer) => ({ ...answer, records: [] })),
    );
    const xml = makeDocument('140-without-invoice', { seed: 3, records: 6, taxpayer: person });
    const { id } = await send(office, 'a.xml', xml);
    const { records, total } = await office.call('submissions.records', { id });
    expect(total).toBe(6);
    expect(records.every(({ state, record }) => state === 'correct' && record !== null)).toBe(true);
  });

  it('outweighs an answer that reports success when it has a refusal', async () => {
    const office = await openPractisingOffice(
      withAnswers((answer) => ({
        ...answer,
        result: 'correct',
        records: (answer.records ?? [])
          .map((record) => ({ ...record, state: 'correct' as const, code: null }))
          .reverse(),
      })),
    );
    await send(office, 'a.xml', invoices(0, 3));
    expect(await send(office, 'b.xml', invoices(1, 4), true)).toMatchObject({
      state: 'partially_accepted',
      recordCounts: { correct: 2, incorrect: 2 },
    });
  });

  it('gives the outcome of a file when nothing else in the answer does', async () => {
    const profile = defaultServiceProfile();
    const { submission } = profile.answers;
    const mute = {
      ...profile.answers,
      submission: { ...submission, result: null, records: null },
    };
    const office = await openPractisingOffice(
      withAnswers((answer) => answer, { ...profile, answers: mute }),
    );
    expect(await send(office, 'a.xml', invoices(0, 3))).toMatchObject({
      state: 'accepted',
      recordCounts: { correct: 3 },
      registrationNumber: expect.stringContaining('SANDBOX'),
    });
    const partial = await send(office, 'b.xml', invoices(1, 4), true);
    expect(partial).toMatchObject({
      state: 'partially_accepted',
      recordCounts: { correct: 2, incorrect: 2 },
    });
    const { hasLedgerResponse } = await office.call('submissions.get', { id: partial.id });
    expect(hasLedgerResponse).toBe(true);
  });

  it('shows that the ledger had the file when the service refuses it', async () => {
    const refusal = { status: 422, contentType: 'application/json' };
    const office = await openPractisingOffice(
      withAnswers(
        (answer) => answer,
        defaultServiceProfile(),
        (raw) => ({ ...raw, ...refusal }),
      ),
    );
    expect(await send(office, 'a.xml', invoices(0, 3))).toMatchObject({ state: 'unknown' });
    expect(await send(office, 'b.xml', invoices(1, 4), true)).toMatchObject({
      state: 'partially_accepted',
      recordCounts: { correct: 2, incorrect: 2 },
    });
    const again = await send(office, 'c.xml', invoices(0, 2), true);
    expect(again).toMatchObject({ state: 'rejected', recordCounts: { incorrect: 2 } });
  });

  it.each([
    [
      'hostile',
      '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><aRespuesta>&b;</aRespuesta>',
    ],
    ['something else', '<html/>'],
    ['cut off', '<aRespuesta><Registros><Registro>'],
  ])('leaves the outcome of the file open when it is %s', async (_name, xml) => {
    const ledger_response_xml = Buffer.from(xml).toString('base64');
    const office = await openPractisingOffice(
      withAnswers((answer) => ({ ...answer, ledger_response_xml })),
    );
    const { id, state, answerCode } = await send(office, 'a.xml', invoices(0, 2));
    expect([state, answerCode]).toEqual(['unknown', 'answer_incomplete']);
    const { events, hasLedgerResponse } = await office.call('submissions.get', { id });
    expect(hasLedgerResponse).toBe(false);
    expect(events.at(-1)?.data).toMatchObject({ part: 'ledger_response', reason: 'unreadable' });
  });
});
