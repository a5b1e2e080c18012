import { describe, expect, it } from 'vitest';
import type { Submission } from '../../../contract/submission.ts';
import { makeDocument } from '../../fixtures/ledger/make-document.ts';
import { type Office, openPractisingOffice } from '../core/office.ts';
import { company, send, sendFile } from '../corrections/sending.ts';

const invoices = (firstRecord: number, records: number) =>
  makeDocument('240-received', { seed: 3, records, firstRecord, taxpayer: company });

const names = (submissions: readonly { file: string }[]) => submissions.map(({ file }) => file).sort();

/** What waits, as the Overview, the history's filter and the badge tell it; the three must agree. */
async function waiting(office: Office): Promise<string[]> {
  const { waiting } = await office.call('overview.get', {});
  const { submissions, total } = await office.call('submissions.list', { filter: { waiting: true } });
  const { needsAttention } = await office.call('app.status', {});
  const counted = Object.values(waiting.counts).reduce((sum, count) => sum + count, 0);
  expect(names(waiting.submissions)).toEqual(names(submissions));
  expect([total, needsAttention, counted]).toEqual([
    submissions.length,
    submissions.length,
    submissions.length,
  ]);
  return names(submissions);
}

/** A file that is refused whole: its records are in the ledger already. */
async function refused(office: Office): Promise<Submission> {
  expect(await send(office, 'first.xml', invoices(0, 3))).toMatchObject({ state: 'accepted' });
  const submission = await send(office, 'again.xml', `${invoices(0, 3)}\n`, true);
  expect(submission.state).toBe('rejected');
  return submission;
}

async function correct(office: Office, id: string): Promise<Submission> {
  const { file } = await office.call('submissions.extractRejected', { id });
  return sendFile(office, file.id, true);
}

describe('what waits for a person', () => {
  it('still waits when its correction is refused as well, as one thing, and no longer once it is accepted', async () => {
    const office = await openPractisingOffice();
    const first = await refused(office);
    expect(await waiting(office)).toEqual(['again.xml']);
    const { companies } = await office.call('overview.get', {});
    expect(companies).toMatchObject([{ waiting: { rejected: 1, unknown: 0 } }]);

    const correction = await correct(office, first.id);
    expect(correction).toMatchObject({ state: 'rejected', previousId: first.id });
    expect(await waiting(office)).toEqual([correction.file]);

    const { submissions } = await office.call('submissions.list', { filter: { text: 'first' } });
    const made = await office.call('submissions.buildCancellation', { id: submissions[0]?.id ?? '' });
    expect(await sendFile(office, made.file.id)).toMatchObject({ state: 'accepted' });
    expect(await waiting(office), 'a cancellation of another file mends nothing').toEqual([correction.file]);
    expect(await correct(office, correction.id)).toMatchObject({ state: 'accepted' });
    expect(await waiting(office)).toEqual([]);
    expect((await office.call('overview.get', {})).companies).toMatchObject([{ waiting: { rejected: 0 } }]);
  });

  it('waits again when its correction is taken back, and not while that is on its way', async () => {
    const office = await openPractisingOffice();
    const { id } = await refused(office);
    await office.call('submissions.pause', {});
    const { file } = await office.call('submissions.extractRejected', { id });
    await office.call('submissions.send', { fileIds: [file.id], confirmDuplicates: true });
    expect(await waiting(office)).toEqual([]);
    await office.call('submissions.cancelJob', {});
    expect(await waiting(office)).toEqual(['again.xml']);
  });

  it('is done when the other correction of the same file was accepted', async () => {
    const office = await openPractisingOffice();
    const { id } = await refused(office);
    expect(await correct(office, id)).toMatchObject({ state: 'rejected' });
    const { submissions } = await office.call('submissions.list', { filter: { text: 'first' } });
    const made = await office.call('submissions.buildCancellation', { id: submissions[0]?.id ?? '' });
    await sendFile(office, made.file.id);
    expect(await correct(office, id)).toMatchObject({ state: 'accepted' });
    expect(await waiting(office)).toEqual([]);
  });

  it('keeps the refused records of a partial answer waiting when only an accepted one is cancelled', async () => {
    const office = await openPractisingOffice();
    await send(office, 'first.xml', invoices(0, 3));
    const partly = await send(office, 'partly.xml', invoices(1, 5), true);
    expect(partly.state).toBe('partially_accepted');
    const { file } = await office.call('submissions.buildCancellation', { id: partly.id, records: [5] });
    expect(await sendFile(office, file.id)).toMatchObject({ state: 'accepted', previousId: partly.id });
    expect(await waiting(office)).toEqual(['partly.xml']);
  });
});
