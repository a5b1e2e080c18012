import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SubmissionState } from '../../../contract/submission.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { type Office, openOffice, openPractisingOffice } from './office.ts';

const person = { taxId: '09760433S', name: 'Etxeberria Agirre Miren' };
const company = { taxId: 'A99800476', name: 'Bizkaiko Lantegiak SA' };

const books = [
  { book: '140-with-invoice', taxpayer: person },
  { book: '140-without-invoice', taxpayer: person },
  { book: '240-received', taxpayer: company },
] as const;

async function send(
  office: Office,
  name: string,
  xml: string,
  confirmDuplicates = false,
): Promise<{ id: string; state: SubmissionState }> {
  const file = await office.drop(name, xml);
  const { submissions } = await office.call('submissions.send', {
    fileIds: [file.id],
    confirmDuplicates,
  });
  await office.app.idle();
  const id = submissions[0]?.id ?? '';
  const { submission } = await office.call('submissions.get', { id });
  return { id, state: submission.state };
}

describe('the main job', () => {
  it('leads from a sample file to an accepted submission in the history, also after a restart', async () => {
    const office = await openOffice();
    await office.call('connection.useSandbox', {});
    const { files } = await office.call('submissions.addSamples', {});
    expect(files.map((file) => [file.judged?.verdict, file.company?.fullName])).toEqual([
      ['valid', company.name],
      ['valid', person.name],
      ['valid', person.name],
    ]);
    const { submissions } = await office.call('submissions.send', {
      fileIds: files.map((file) => file.id),
    });
    expect(submissions.map((submission) => submission.state)).toEqual([
      'queued',
      'queued',
      'queued',
    ]);
    await office.app.idle();

    const again = await office.restart();
    const history = await again.call('submissions.list', {});
    expect(history.total).toBe(3);
    expect(history.submissions.map((submission) => submission.state)).toEqual([
      'accepted',
      'accepted',
      'accepted',
    ]);
    const first = history.submissions.at(-1);
    const { events, hasAnswer } = await again.call('submissions.get', { id: first?.id ?? '' });
    expect(events.map((event) => event.kind)).toEqual(['checked', 'queued', 'sending', 'answered']);
    expect(hasAnswer).toBe(true);
    const { records, total } = await again.call('submissions.records', { id: first?.id ?? '' });
    expect(total).toBe(3);
    expect(
      records.map((record) => [record.record, record.state, record.counterparty, record.amount]),
    ).toEqual([
      [1, 'correct', 'Suministros Ibaizabal SA', '1210.00'],
      [2, 'correct', 'Garbiketa Nerbioi Koop. E.', '424.11'],
      [3, 'correct', 'Zubieta Paper SA', '88.30'],
    ]);
  });

  it.each(books)('creates, modifies and cancels in book $book', async ({ book, taxpayer }) => {
    const office = await openPractisingOffice();
    const make = (form: Parameters<typeof makeDocument>[0], operation?: 'A00' | 'M00') =>
      makeDocument(form, { seed: 7, records: 4, taxpayer, ...(operation ? { operation } : {}) });

    expect(await send(office, 'creation.xml', make(book, 'A00'))).toMatchObject({
      state: 'accepted',
    });
    expect(await send(office, 'modification.xml', make(book, 'M00'))).toMatchObject({
      state: 'accepted',
    });
    const cancellation = await send(office, 'cancellation.xml', make(`${book}-cancellation`));
    expect(cancellation.state).toBe('accepted');
    const { records } = await office.call('submissions.records', { id: cancellation.id });
    expect(
      records.every((record) => record.state === 'cancelled' || record.state === 'correct'),
    ).toBe(true);

    const again = await office.restart();
    const { submissions } = await again.call('submissions.list', {});
    expect(submissions.map((each) => [each.form.operation, each.state])).toEqual([
      ['cancellation', 'accepted'],
      ['modification', 'accepted'],
      ['creation', 'accepted'],
    ]);
  });

  it('shows a partial answer record by record, matched by identity', async () => {
    const office = await openPractisingOffice();
    const make = (firstRecord: number, records: number) =>
      makeDocument('240-received', { seed: 3, records, firstRecord, taxpayer: company });
    await send(office, 'first.xml', make(0, 3));
    // Records that were entered before are sent again only with an explicit yes.
    const second = await send(office, 'second.xml', make(1, 4), true);
    expect(second.state).toBe('partially_accepted');
    const { records } = await office.call('submissions.records', { id: second.id });
    expect(records.map((record) => [record.record, record.state, record.code])).toEqual([
      [1, 'incorrect', 'B4_2000003'],
      [2, 'incorrect', 'B4_2000003'],
      [3, 'correct', null],
      [4, 'correct', null],
    ]);
    const wrong = await office.call('submissions.records', {
      id: second.id,
      states: ['incorrect'],
    });
    expect(wrong.total).toBe(2);
    const { submission } = await office.call('submissions.get', { id: second.id });
    expect(submission.recordCounts).toEqual({ correct: 2, acceptedWithErrors: 0, incorrect: 2 });
  });

  it('keeps request and answer byte for byte', async () => {
    const office = await openPractisingOffice();
    const xml = makeDocument('140-without-invoice', { seed: 11, records: 2, taxpayer: person });
    const { id } = await send(office, 'kept.xml', xml);
    const sent = await office.call('submissions.document', { id, part: 'sent' });
    const bytes = Buffer.from(sent.contentBase64, 'base64');
    expect(bytes.equals(Buffer.from(xml))).toBe(true);
    const { submission } = await office.call('submissions.get', { id });
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(submission.sha256);
    const answer = await office.call('submissions.document', { id, part: 'answer' });
    expect(answer.name).toBe('kept.respuesta.json');
    expect(JSON.parse(Buffer.from(answer.contentBase64, 'base64').toString('utf8'))).toMatchObject({
      result: 'correct',
    });
    const ledger = await office.call('submissions.document', { id, part: 'ledger_response' });
    expect(ledger.name).toBe('kept.respuesta-LROE.xml');
    expect(Buffer.from(ledger.contentBase64, 'base64').toString('utf8')).toContain('Respuesta');
  });
});
