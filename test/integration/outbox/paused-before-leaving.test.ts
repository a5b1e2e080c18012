import { expect, it, vi } from 'vitest';
import { holdSandbox } from '../../fixtures/shared-validator.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { openPractisingOffice } from '../core/office.ts';
import { company } from '../corrections/sending.ts';

it('a submission that is being prepared when a person pauses the queue does not leave', async () => {
  const before = await openPractisingOffice();
  await before.call('submissions.pause', {});
  const xml = makeDocument('240-received', { seed: 1, records: 2, taxpayer: company });
  const { id } = await before.drop('a.xml', xml);
  await before.call('submissions.send', { fileIds: [id] });
  const { sandbox, isStarting, letStart } = holdSandbox();
  const office = await before.restart({ sandbox });
  const stateNow = async () => (await office.call('submissions.list', {})).submissions[0]?.state;
  await office.call('submissions.resume', {});
  await isStarting;
  await office.call('submissions.pause', {});
  letStart();
  await office.app.idle();
  expect(await stateNow()).toBe('queued');
  await office.call('submissions.resume', {});
  await vi.waitUntil(async () => (await stateNow()) === 'accepted', { timeout: 20_000 });
});
