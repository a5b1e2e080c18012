import { expect, it } from 'vitest';
import { type Office, openPractisingOffice } from '../core/office.ts';
import { send } from './filing.ts';

const copiesOf = async ({ call }: Office) => (await call('backup.list', {})).backups.length;

it('a start after a batch copies no history that has not changed since', async () => {
  const sinceMs = Date.now();
  let minutes = 0;
  const clock = () => new Date(sinceMs + minutes * 60_000);
  const office = await openPractisingOffice({ clock });
  await send(office, 1);
  await expect.poll(() => copiesOf(office)).toBe(1);
  minutes = 10;
  const again = await office.restart();
  const told = () => again.events.filter(({ name }) => name === 'queue.changed').length;
  await expect.poll(told).toBe(1);
  await again.call('backup.check', {});
  expect(await copiesOf(again)).toBe(1);
  await send(again, 2);
  await expect.poll(() => copiesOf(again)).toBe(2);
});

it('a start copies a batch that ended too late to be copied', async () => {
  const sinceMs = Date.now();
  let minutes = 0;
  const clock = () => new Date(sinceMs + minutes * 60_000);
  const office = await openPractisingOffice({ clock });
  await send(office, 1);
  await expect.poll(() => copiesOf(office)).toBe(1);
  minutes = 1;
  await send(office, 2);
  const again = await office.restart();
  await expect.poll(() => copiesOf(again)).toBe(2);
});
