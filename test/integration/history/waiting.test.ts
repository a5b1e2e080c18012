import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Submission } from '../../../contract/submission.ts';
import { dueDays } from '../../fixtures/validator/due-days.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { type Office, openPractisingOffice } from '../core/office.ts';
import { company, send, sendFile, withAnswers } from '../corrections/sending.ts';

const invoices = (firstRecord: number, records: number) =>
  makeDocument('240-received', { seed: 3, records, firstRecord, taxpayer: company, ...dueDays() });

const names = (submissions: readonly { file: string }[]) =>
  submissions.map(({ file }) => file).sort();

/** The waiting ones of the Overview, the history's filter and the badge; the three must agree. */
async function waiting(office: Office): Promise<string[]> {
  const { waiting } = await office.call('overview.get', {});
  const { submissions, total } = await office.call('submissions.list', {
    filter: { waiting: true },
  });
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

/** The state of the companies in the quarter. */
async function pressing(office: Office): Promise<string[]> {
  const { companies } = await office.call('quarter.get', {});
  return companies.map(({ standing }) => standing);
}

async function correct(office: Office, id: string): Promise<Submission> {
  const { file } = await office.call('submissions.extractRejected', { id });
  return sendFile(office, file.id, true);
}

describe('a submission that waits for a person', () => {
  it('still waits when its correction is refused too, as one entry, and no longer once it is accepted', async () => {
    const office = await openPractisingOffice();
    const first = await refused(office);
    expect(await waiting(office)).toEqual(['again.xml']);
    expect(await pressing(office)).toContain('rejected');

    const correction = await correct(office, first.id);
    expect(correction).toMatchObject({ state: 'rejected', previousId: first.id });
    expect(await waiting(office)).toEqual([correction.file]);

    const { submissions } = await office.call('submissions.list', { filter: { text: 'first' } });
    const made = await office.call('submissions.buildCancellation', {
      id: submissions[0]?.id ?? '',
    });
    expect(await sendFile(office, made.file.id)).toMatchObject({ state: 'accepted' });
    expect(await waiting(office), 'a cancellation of another file mends nothing').toEqual([
      correction.file,
    ]);
    expect(await correct(office, correction.id)).toMatchObject({ state: 'accepted' });
    expect(await waiting(office)).toEqual([]);
    expect(await pressing(office)).not.toContain('rejected');
  });

  it('waits again when its correction is withdrawn, and not while that is being sent', async () => {
    const office = await openPractisingOffice();
    const { id } = await refused(office);
    await office.call('submissions.pause', {});
    const { file } = await office.call('submissions.extractRejected', { id });
    await office.call('submissions.send', { fileIds: [file.id], confirmDuplicates: true });
    expect(await waiting(office)).toEqual([]);
    await office.call('submissions.cancelJob', { all: true });
    expect(await waiting(office)).toEqual(['again.xml']);
  });

  it('no longer waits when the other correction of the same file was accepted', async () => {
    const office = await openPractisingOffice();
    const { id } = await refused(office);
    expect(await correct(office, id)).toMatchObject({ state: 'rejected' });
    const { submissions } = await office.call('submissions.list', { filter: { text: 'first' } });
    const made = await office.call('submissions.buildCancellation', {
      id: submissions[0]?.id ?? '',
    });
    await sendFile(office, made.file.id);
    expect(await correct(office, id)).toMatchObject({ state: 'accepted' });
    expect(await waiting(office)).toEqual([]);
  });

  it('waits with its refused records when only an accepted one is cancelled', async () => {
    const office = await openPractisingOffice();
    await send(office, 'first.xml', invoices(0, 3));
    const partly = await send(office, 'partly.xml', invoices(1, 5), true);
    expect(partly.state).toBe('partially_accepted');
    const { file } = await office.call('submissions.buildCancellation', {
      id: partly.id,
      records: [5],
    });
    expect(await sendFile(office, file.id)).toMatchObject({
      state: 'accepted',
      previousId: partly.id,
    });
    expect(await waiting(office)).toEqual(['partly.xml']);
  });
});

describe('a dismissed submission', () => {
  it('waits for nobody until it is opened again; both are sealed steps of its timeline', async () => {
    const office = await openPractisingOffice();
    const { id } = await refused(office);
    expect((await office.call('submissions.get', { id })).waits).toBe(true);
    const asked = { ids: [id, id], note: ' Era de otra empresa ' };
    const { submissions } = await office.call('submissions.dismiss', asked);
    expect(submissions).toMatchObject([
      { id, state: 'rejected', dismissedAt: expect.stringMatching(/^\d{4}-/) },
    ]);
    expect(office.events.filter(({ name }) => name === 'submission.changed').at(-1)).toMatchObject({
      payload: { id, state: 'rejected' },
    });
    expect(await waiting(office)).toEqual([]);
    expect(await pressing(office)).not.toContain('rejected');

    await office.call('submissions.dismiss', { ids: [id] });
    const again = await office.restart();
    expect(await waiting(again)).toEqual([]);
    const left = await again.call('submissions.get', { id });
    expect(left).toMatchObject({ waits: false, isIntact: true });
    expect(left.events.filter(({ kind }) => kind === 'dismissed').map(({ data }) => data)).toEqual([
      { note: 'Era de otra empresa' },
    ]);

    await again.call('submissions.reopen', { ids: [id] });
    await again.call('submissions.reopen', { ids: [id] });
    expect(await waiting(again)).toEqual(['again.xml']);
    const opened = await again.call('submissions.get', { id });
    expect(opened).toMatchObject({
      waits: true,
      isIntact: true,
      submission: { dismissedAt: null },
    });
    expect(opened.events.slice(-2).map(({ kind }) => kind)).toEqual(['dismissed', 'reopened']);

    const database = new Database(join(again.dataFolder, 'zubi.db'));
    onTestFinished(() => void database.close());
    const change = () =>
      database.exec(
        'update submission_events set data = \'{"note":""}\' where kind = \'dismissed\'',
      );
    expect(change).toThrow(/never/);
    database.exec('drop trigger submission_events_stay');
    change();
    expect((await again.call('submissions.get', { id })).isIntact).toBe(false);
  });

  it('can be a partial answer or an undelivered one too, all of a call or none; nothing else', async () => {
    const office = await openPractisingOffice();
    const { id: accepted } = await send(office, 'first.xml', invoices(0, 3));
    const { id: partly } = await send(office, 'partly.xml', invoices(1, 5), true);
    await office.call('submissions.pause', {});
    const file = await office.drop('later.xml', invoices(20, 2));
    const { submissions } = await office.call('submissions.send', { fileIds: [file.id] });
    const queued = submissions[0]?.id ?? '';
    for (const wrong of [accepted, queued])
      expect(await office.refused('submissions.dismiss', { ids: [partly, wrong] })).toMatchObject({
        code: 'submission_state',
        details: { id: wrong },
      });
    expect(await office.refused('submissions.dismiss', { ids: [partly, 'none'] })).toMatchObject({
      code: 'submission_unknown',
    });
    expect(await waiting(office)).toEqual(['partly.xml']);
    await office.call('submissions.dismiss', { ids: [partly] });
    expect(await waiting(office)).toEqual([]);
    const { submissions: found } = await office.call('submissions.list', {
      filter: { text: 'partly' },
    });
    expect(found).toMatchObject([{ id: partly, state: 'partially_accepted' }]);
  });

  it('can still be corrected, and then waits as its correction ended', async () => {
    const office = await openPractisingOffice();
    const { id } = await refused(office);
    await office.call('submissions.dismiss', { ids: [id] });
    const correction = await correct(office, id);
    expect(correction.state).toBe('rejected');
    expect(await waiting(office)).toEqual([correction.file]);
    await office.call('submissions.dismiss', { ids: [correction.id] });
    expect(await waiting(office)).toEqual([]);
    await office.call('submissions.reopen', { ids: [id] });
    expect(await waiting(office), 'its correction took its place').toEqual([]);
  });

  it('can be one that surely was not delivered, and not one that may have been', async () => {
    const lost = {
      kind: 'unknown',
      error: { code: 'connection_lost', details: {} },
      raw: null,
    } as const;
    const office = await openPractisingOffice(withAnswers(() => lost));
    const { id, state } = await send(office, 'first.xml', invoices(0, 3));
    expect(state).toBe('unknown');
    const asked = { ids: [id] };
    expect(await office.refused('submissions.dismiss', asked)).toMatchObject({
      code: 'submission_state',
    });
    expect(await waiting(office)).toEqual(['first.xml']);
    await office.call('submissions.resolve', { id, decision: 'not_delivered' });
    expect(await waiting(office)).toEqual(['first.xml']);
    await office.call('submissions.dismiss', asked);
    expect(await waiting(office)).toEqual([]);
  });

  it('is one entry, however often its document was not delivered', async () => {
    const refused = {
      kind: 'not_delivered',
      error: { code: 'service_not_found', details: {} },
      raw: null,
      retryAfterMs: null,
    } as const;
    const office = await openPractisingOffice(withAnswers(() => refused));
    await send(office, 'first.xml', invoices(0, 3));
    const { id } = await send(office, 'second.xml', invoices(0, 3));
    expect(await waiting(office)).toEqual(['second.xml']);
    expect((await office.call('submissions.causes', { state: 'failed' })).causes).toEqual([
      { cause: 'service_not_found', files: 1 },
    ]);
    const elsewhere = { state: 'failed', connection: 'another' } as const;
    expect((await office.call('submissions.causes', elsewhere)).causes).toEqual([]);
    await office.call('submissions.dismiss', { ids: [id] });
    expect(await waiting(office)).toEqual([]);
    await office.call('submissions.reopen', { ids: [id] });
    expect(await waiting(office)).toEqual(['second.xml']);
  });
});
