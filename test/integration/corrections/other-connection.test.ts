import { expect, it } from 'vitest';
import { type Office, openPractisingOffice } from '../core/office.ts';
import { startService, taxpayer } from '../core/recording-service.ts';
import { send, sendFile } from './sending.ts';
import { invoices } from './told-records.ts';

/** Adds another connection with the same company, and goes there. */
async function goElsewhere(office: Office): Promise<void> {
  const { baseUrl } = await startService('client-key-0123456789');
  await office.call('connection.add', {
    userApiKey: 'user-key-0123456789',
    certificateKey: 'certificate-key-0123456789',
    softwareGarante: { holds: true, taxId: 'B00000034', license: 'T', name: 'Z', version: '1' },
    baseUrl,
    name: 'Elsewhere',
  });
  const { name: fullName, taxId } = taxpayer;
  const entity = { isIndividual: false, fullName, taxId, territoryId: 'bizkaia' };
  await office.call('companies.create', entity);
}

const listed = async (office: Office) => (await office.call('submissions.worklist', {})).files;

it('what is made from a submission is for its connection only', async () => {
  const office = await openPractisingOffice();
  const { id } = await send(office, 's.xml', invoices(3));
  const { file } = await office.call('submissions.buildCancellation', { id, records: [1] });
  await goElsewhere(office);
  expect((await office.call('quarter.get', {})).ready.fileIds).not.toContain(file.id);
  expect((await listed(office)).map(({ name }) => name)).toEqual(['s.xml']);
  const refused = await office.refused('submissions.send', { fileIds: [file.id] });
  expect(refused.code).toBe('submission_elsewhere');
  for (const method of ['submissions.buildCancellation', 'submissions.extractRejected'] as const)
    expect((await office.refused(method, { id })).code).toBe('submission_elsewhere');
  const { cancellable } = await office.call('submissions.corrections', { id });
  expect(cancellable).toBe(0);
  await office.call('connection.useSandbox', {});
  expect((await listed(office)).map((each) => each.id)).toContain(file.id);
  expect((await sendFile(office, file.id, true)).state).toBe('accepted');
});

it('a file that was sent on one connection is not sent yet on another', async () => {
  const office = await openPractisingOffice();
  const file = await office.drop('s.xml', invoices(3));
  expect((await sendFile(office, file.id)).state).toBe('accepted');
  await goElsewhere(office);
  expect((await listed(office)).map(({ submission }) => submission)).toEqual([null]);
  expect((await office.call('quarter.get', {})).ready.fileIds).toEqual([file.id]);
  // The same file dropped again takes its place.
  const again = await office.drop('s.xml', invoices(3));
  expect((await listed(office)).map(({ id }) => id)).toEqual([again.id]);
});

it('what was made from a submission elsewhere stays there when it is dropped here', async () => {
  const office = await openPractisingOffice();
  await send(office, 'once.xml', invoices(1));
  const { id } = await send(office, 's.xml', invoices(3), true);
  const { file } = await office.call('submissions.extractRejected', { id });
  const { text } = await office.call('submissions.source', { fileId: file.id });
  const before = (await listed(office)).map((each) => each.id);
  await goElsewhere(office);
  const dropped = await office.drop(file.name, text);
  expect((await listed(office)).map((each) => each.id)).toContain(dropped.id);
  expect(dropped.origin).toBeNull();
  const sent = await office.call('submissions.send', { fileIds: [dropped.id] });
  expect(sent.outcome).toBe('queued');
  await office.app.idle();
  await office.call('connection.useSandbox', {});
  expect((await listed(office)).map((each) => each.id)).toEqual(expect.arrayContaining(before));
});

it('a file that was sent elsewhere is warned of what is sent here', async () => {
  const office = await openPractisingOffice();
  const file = await office.drop('f.xml', invoices(3));
  expect((await sendFile(office, file.id)).state).toBe('accepted');
  await goElsewhere(office);
  await send(office, 'g.xml', invoices(3));
  const verdictOf = async () =>
    (await listed(office)).find(({ id }) => id === file.id)?.judged?.verdict;
  await expect.poll(verdictOf).toBe('warnings');
});
