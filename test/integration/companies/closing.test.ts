import { expect, it, vi } from 'vitest';
import { lantegiak, openConnectedOffice } from './relay.ts';

it('closing waits for a creation under way, so that its key is not lost', async () => {
  const { office, line } = await openConnectedOffice();
  const answered = Promise.withResolvers<void>();
  line.troubles.push({ kind: 'wait', until: answered.promise });
  void office.app.call('companies.create', lantegiak);
  await vi.waitUntil(() => line.requests.length === 1);
  const closed = office.restart();
  answered.resolve();
  const { companies } = await (await closed).call('companies.list', {});
  expect(companies).toMatchObject([{ state: 'registered', key: { present: true } }]);
});
