import { expect, it, onTestFinished, vi } from 'vitest';
import { makePdf } from '../../fixtures/authorizations/documents.ts';
import { mountSmallDisk } from '../../fixtures/small-disk.ts';
import { openAuthorizationOffice } from './office.ts';

it('an upload whose end the full disk could not take is written once there is room', async (context) => {
  const disk = mountSmallDisk(16 * 1024);
  if (disk === null) return context.skip('no small disk can be mounted here');
  onTestFinished(() => disk.remove());
  const office = await openAuthorizationOffice({ dataFolder: disk.path });
  await office.backstage('POST', 'faults', {
    faults: [{ kind: 'delay', ms: 1500, on: 'authorization' }],
  });
  const fileId = await office.take('carta.pdf', makePdf());
  const upload = office.refused('authorizations.upload', { companyId: office.companyId, fileId });
  const read = async () =>
    (await office.call('authorizations.get', { companyId: office.companyId })).authorization;
  // The service has it: before that, a full disk keeps it from being sent.
  await vi.waitUntil(async () => (await office.atService()).sha256 !== null, { timeout: 10_000 });
  const giveRoom = disk.fill();
  expect((await upload).code).toBe('disk_full');
  expect((await read()).sending).toBe(true);
  giveRoom();
  await vi.waitUntil(async () => (await read()).state === 'pending_validation', {
    timeout: 20_000,
    interval: 100,
  });
  expect((await read()).sending).toBe(false);
});
