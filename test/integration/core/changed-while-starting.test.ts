import { expect, it } from 'vitest';
import { connectionTo } from '../../fixtures/connection-to.ts';
import { holdSandbox } from '../../fixtures/shared-validator.ts';
import { openLine } from '../companies/relay.ts';
import { openPractisingOffice } from './office.ts';

it('a call that waited for the own sandbox goes to the connection that came into force meanwhile', async () => {
  const line = await openLine();
  const { sandbox, isStarting, letStart } = holdSandbox();
  const before = await openPractisingOffice();
  const office = await before.restart({ sandbox });
  const tested = office.app.call('connection.test', {});
  await isStarting;
  await office.call('connection.set', connectionTo(line));
  letStart();
  // The own sandbox does not know the other connection's key.
  expect(await tested).toMatchObject({ ok: true });
});
