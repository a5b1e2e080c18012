import { expect, it } from 'vitest';
import { connectionTo } from '../../fixtures/connection-to.ts';
import { sandboxHere } from '../../fixtures/shared-validator.ts';
import { openLine } from '../companies/relay.ts';
import { openPractisingOffice } from './office.ts';

it('a call that waited for the own sandbox goes to the connection that came into force meanwhile', async () => {
  const line = await openLine();
  const isStarting = Promise.withResolvers<void>();
  const mayStart = Promise.withResolvers<void>();
  const before = await openPractisingOffice();
  const office = await before.restart({
    sandbox: {
      async start(dataFolder) {
        isStarting.resolve();
        await mayStart.promise;
        return sandboxHere.start(dataFolder);
      },
    },
  });
  const tested = office.app.call('connection.test', {});
  await isStarting.promise;
  await office.call('connection.set', connectionTo(line));
  mayStart.resolve();
  // The own sandbox does not know the other connection's key.
  expect(await tested).toMatchObject({ ok: true });
});
