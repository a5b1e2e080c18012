import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { connectionTo } from '../../fixtures/connection-to.ts';
import { openOffice } from '../core/office.ts';
import { clientOf } from '../service/stand.ts';
import { lantegiak, openLine } from './relay.ts';

it('closing waits for a creation under way, so that its key is not lost', async () => {
  const line = await openLine();
  const office = await openOffice({
    createClient: (baseUrl) => {
      const client = clientOf(baseUrl);
      return {
        ...client,
        async createCompany(userKey, fields) {
          const created = await client.createCompany(userKey, fields);
          // A slow computer: the client has closed before the key is stored.
          await sleep(500);
          return created;
        },
      };
    },
  });
  await office.call('connection.set', connectionTo(line));
  void office.app.call('companies.create', lantegiak);
  await expect.poll(() => line.requests.length).toBe(1);
  const { companies } = await (await office.restart()).call('companies.list', {});
  expect(companies).toMatchObject([{ state: 'registered', key: { present: true } }]);
});
