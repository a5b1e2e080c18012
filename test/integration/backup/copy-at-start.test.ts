import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Office, openPractisingOffice } from '../core/office.ts';
import { queue, send } from './filing.ts';

const copiesOf = async ({ call }: Office) => (await call('backup.list', {})).backups.length;

/** An office whose first batch has been copied. */
async function openCopied() {
  let nowMs = Date.now();
  const office = await openPractisingOffice({ clock: () => new Date(nowMs), makesCopies: true });
  await send(office, 1);
  await expect.poll(() => copiesOf(office)).toBe(1);
  const passMinutes = (minutes: number) => {
    nowMs += minutes * 60_000;
  };
  return { office, passMinutes };
}

it('a start after a batch copies no history that has not changed since', async () => {
  const { office, passMinutes } = await openCopied();
  passMinutes(10);
  const again = await office.restart();
  const told = () => again.events.filter(({ name }) => name === 'queue.changed').length;
  await expect.poll(told).toBe(1);
  await again.call('backup.check', {});
  expect(await copiesOf(again)).toBe(1);
  await send(again, 2);
  await expect.poll(() => copiesOf(again)).toBe(2);
});

it('a start copies a batch that ended too late to be copied', async () => {
  const { office, passMinutes } = await openCopied();
  passMinutes(1);
  await send(office, 2);
  const again = await office.restart();
  await expect.poll(() => copiesOf(again)).toBe(2);
});

it('a copy that cannot be made is told in the status until there is one', async () => {
  const office = await openPractisingOffice({ makesCopies: true });
  await office.call('submissions.pause', {});
  await queue(office, 1);
  const folder = join(office.dataFolder, 'backups');
  rmSync(folder, { recursive: true, force: true });
  writeFileSync(folder, '');
  await office.call('submissions.resume', {});
  const told = async () => (await office.call('app.status', {})).faults.map(({ code }) => code);
  await expect.poll(told).toEqual(['backup_failed']);
  rmSync(folder);
  await office.call('backup.create', {});
  expect(await told()).toEqual([]);
});
