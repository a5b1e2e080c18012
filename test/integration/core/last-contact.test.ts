import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openPractisingOffice } from './office.ts';

it('a start reports the last contact with the service, without a call, until address or keys change', async () => {
  const office = await openPractisingOffice();
  await office.call('connection.test', {});
  const before = await office.call('app.status', {});
  expect(before).toMatchObject({
    connection: 'connected',
    lastContactAt: expect.stringMatching(/^\d{4}-/),
  });

  const again = await office.restart();
  const { lastContactAt } = before;
  expect(await again.call('app.status', {})).toMatchObject({
    connection: 'untested',
    lastContactAt,
  });
  const { items } = await again.call('connection.readiness', {});
  expect(items.find(({ id }) => id === 'connection_tested')).toMatchObject({
    state: 'ready',
    details: { lastContactAt },
  });

  // A name concerns no call.
  const { id } = await again.call('connection.get', {});
  await again.call('connection.rename', { id: id ?? '', name: 'Pruebas' });
  expect((await again.call('app.status', {})).lastContactAt).toBe(lastContactAt);

  await again.call('connection.set', { userApiKey: 'another-user-key-0001' });
  expect(await again.call('app.status', {})).toMatchObject({
    connection: 'untested',
    lastContactAt: null,
  });
});

it('an unreadable last contact causes no error', async () => {
  const office = await openPractisingOffice();
  await office.call('connection.test', {});
  const path = join(office.dataFolder, 'last-contact.json');
  expect(existsSync(path)).toBe(true);
  expect(readFileSync(path, 'utf8')).not.toContain('key');
  writeFileSync(path, '{"at": ');
  const again = await office.restart();
  expect(await again.call('app.status', {})).toMatchObject({
    connection: 'untested',
    lastContactAt: null,
    faults: [],
  });
  await again.call('connection.test', {});
  expect((await again.call('app.status', {})).lastContactAt).not.toBeNull();
});

it('a program that stays open for days reports its last answer, not its first', async () => {
  let now = new Date('2026-11-20T09:00:00Z');
  const office = await openPractisingOffice({ clock: () => now });
  const contact = async () => {
    await office.call('connection.test', {});
    return (await office.call('app.status', {})).lastContactAt;
  };
  expect(await contact()).toBe('2026-11-20T09:00:00.000Z');
  now = new Date('2026-11-20T09:59:00Z');
  expect(await contact(), 'not written each time').toBe('2026-11-20T09:00:00.000Z');
  now = new Date('2026-11-23T09:00:00Z');
  expect(await contact()).toBe('2026-11-23T09:00:00.000Z');
});
