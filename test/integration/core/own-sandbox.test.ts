import { expect, it } from 'vitest';
import { openOffice, openPractisingOffice } from './office.ts';

it('another address on this machine ends the use of the own sandbox, and stays after a restart', async () => {
  const office = await openPractisingOffice();
  const { baseUrl } = await office.call('connection.get', {});
  const renewed = await office.call('connection.set', { userApiKey: 'another-user-key-0001' });
  expect(renewed).toMatchObject({ baseUrl, ownSandbox: true, userApiKey: { last4: '0001' } });
  const other = 'http://127.0.0.1:9';
  expect(
    await office.call('connection.set', { baseUrl: other, userApiKey: 'a-key-for-nobody' }),
  ).toMatchObject({
    baseUrl: other,
    ownSandbox: false,
  });
  const again = await office.restart();
  expect((await again.refused('connection.test', {})).code).toBe('connection_refused');
  expect(await again.call('connection.get', {})).toMatchObject({
    baseUrl: other,
    ownSandbox: false,
  });
});

it('its sample companies are made once, also where it is not the first service of this machine', async () => {
  const office = await openOffice();
  const userApiKey = 'a-key-for-nobody';
  await office.call('connection.set', { baseUrl: 'http://127.0.0.1:9', userApiKey });
  await office.call('connection.useSandbox', {});
  const { connections } = await office.call('connection.list', {});
  expect(connections.find(({ ownSandbox }) => ownSandbox)?.id).toBe('sandbox-2');
  await office.call('submissions.addSamples', {});
  const { files } = await office.call('submissions.addSamples', {});
  expect(files.filter(({ company }) => company === null)).toEqual([]);
  const { total } = await office.call('companies.list', {});
  expect(total).toBe(new Set(files.map(({ company }) => company?.id)).size);
});
