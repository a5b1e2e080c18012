import { expect, it } from 'vitest';
import { openPractisingOffice } from './office.ts';

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
