import { expect, it } from 'vitest';
import { createServiceClient } from '../../../main/service/client.ts';
import { defaultServiceProfile } from '../../../main/service/profile.ts';
import { openOffice } from './office.ts';

it('simultaneous calls open one client, and each change closes it', async () => {
  const opened: string[] = [];
  const closed: string[] = [];
  const office = await openOffice({
    createClient: (baseUrl) => {
      const log = { info: () => {}, warn: () => {}, error: () => {} };
      const profile = defaultServiceProfile();
      const client = createServiceClient({ baseUrl, profile, transport: {}, log });
      opened.push(baseUrl);
      return {
        ...client,
        close: () => {
          closed.push(baseUrl);
          return client.close();
        },
      };
    },
  });
  const { baseUrl } = await office.call('connection.useSandbox', {});
  const refresh = () => office.call('territories.list', { refresh: true });
  await Promise.all([refresh(), refresh(), refresh()]);
  expect([opened, closed]).toEqual([[baseUrl], []]);
  await office.call('connection.set', { userApiKey: 'another-user-key-0001' });
  expect(closed).toEqual([baseUrl]);
});
