import { expect, it, onTestFinished, vi } from 'vitest';
import { connectionTo } from '../../fixtures/connection-to.ts';
import { mountSmallDisk } from '../../fixtures/small-disk.ts';
import { companyTaxId } from '../../fixtures/validator/tax-ids.ts';
import { openOffice } from '../core/office.ts';
import { openLine } from './relay.ts';
import { take } from './take.ts';

it('a company whose creation the full disk could not take is registered once there is room, and the rest goes on', async (context) => {
  const disk = mountSmallDisk(16 * 1024);
  if (disk === null) return context.skip('no small disk can be mounted here');
  onTestFinished(() => disk.remove());
  const line = await openLine();
  const office = await openOffice({ dataFolder: disk.path });
  await office.call('connection.set', connectionTo(line));
  const rows = [0, 1, 2].map((n) => `${companyTaxId('B', 4_100_000 + n)};Enpresa ${n};Bizkaia`);
  const table = Buffer.from(['NIF;Razón social;Territorio', ...rows].join('\n'));
  const fileId = await take(office, 'companies.csv', table);
  const { draftIds } = await office.call('companies.importFile', { fileId });
  const answered = Promise.withResolvers<void>();
  line.troubles.push({ kind: 'pass' }, { kind: 'wait', until: answered.promise });
  const { id } = await office.call('companies.createDrafts', { all: true });
  await expect.poll(() => line.requests.length).toBe(2);
  const giveRoom = disk.fill();
  answered.resolve();
  await office.app.idle();
  const statesNow = () =>
    Promise.all(
      draftIds.map(async (one) => (await office.call('companies.get', { id: one })).state),
    );
  expect(await statesNow()).toEqual(['registered', 'creating', 'draft']);

  giveRoom();
  await vi.waitUntil(
    async () => (await office.call('companies.getJob', {})).job?.state === 'stopped',
    { timeout: 20_000, interval: 100 },
  );
  expect((await office.call('companies.getJob', {})).job?.reason?.code).toBe('disk_full');
  await vi.waitUntil(async () => (await statesNow())[1] === 'registered', { timeout: 20_000 });
  await office.call('companies.resumeJob', { id });
  await office.app.idle();
  expect(await statesNow()).toEqual(['registered', 'registered', 'registered']);
  const { job } = await office.call('companies.getJob', {});
  expect(job).toMatchObject({ state: 'finished', created: 3, failed: 0 });
  expect(line.requests, 'each was created once').toHaveLength(3);
});
