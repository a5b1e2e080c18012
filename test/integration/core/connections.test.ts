import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { defaultServiceProfile } from '../../../main/service/profile.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { type Office, openOffice } from './office.ts';
import { type Service, startService, taxpayer } from './recording-service.ts';

const clientKey = 'client-key-0123456789';
const softwareGarante = {
  holds: true,
  taxId: 'B00000034',
  license: 'TEST',
  name: 'Zubi',
  version: '1',
};
const keys = { userApiKey: 'user-key-0123456789', certificateKey: 'certificate-key-0123456789' };
const company = {
  isIndividual: false,
  fullName: taxpayer.name,
  taxId: taxpayer.taxId,
  territoryId: 'bizkaia',
};

/** An office with a company and an accepted file at the first of two services. */
async function openTested(): Promise<{
  office: Office;
  tests: Service;
  live: Service;
  id: string;
}> {
  const [tests, live] = [await startService(clientKey), await startService(clientKey)];
  const office = await openOffice();
  const first = { baseUrl: tests.baseUrl, ...keys, softwareGarante, name: 'Tests' };
  await office.call('connection.add', first);
  const { id } = await office.call('companies.create', company);
  return { office, tests, live, id };
}

const listed = async (office: Office) =>
  (await office.call('companies.list', {})).companies.map((each) => each.id);

async function send(office: Office): Promise<string> {
  const xml = makeDocument('240-received', { seed: 5, records: 1, taxpayer });
  const { id } = await office.drop('october.xml', xml);
  const { submissions } = await office.call('submissions.send', { fileIds: [id] });
  return submissions[0]?.id ?? '';
}

it('a live service does not get what was learnt from the test host, though its ids are the same', async () => {
  const { office, tests, live, id } = await openTested();
  await office.call('connection.add', { baseUrl: live.baseUrl, ...keys, softwareGarante });
  expect(await listed(office)).toEqual([]);
  live.received.length = 0;
  const change = { id, ...company, fullName: 'ANOTHER NAME' };
  for (const [method, input] of [
    ['companies.update', change],
    ['companies.recoverKey', { id }],
  ] as const)
    expect((await office.app.call(method, input)).ok, method).toBe(false);
  expect(live.received).toEqual([]);

  // The same company at the live service is another one, with the same id there.
  const created = await office.call('companies.create', company);
  expect(created.id).not.toBe(id);
  await office.call('connection.use', { id: 'sandbox' });
  expect(await listed(office)).toEqual([id]);
  expect((await office.call('connection.get', {})).baseUrl).toBe(tests.baseUrl);
});

it('a document sent to a test host does not count as sent for the live service', async () => {
  const { office, live } = await openTested();
  const first = await send(office);
  await office.call('connection.add', { baseUrl: live.baseUrl, ...keys, softwareGarante });
  await office.call('companies.create', company);
  const second = await send(office);
  expect(second).not.toBe(first);
  const connectionOf = async (id: string) =>
    (await office.call('submissions.get', { id })).submission.connection;
  expect([await connectionOf(first), await connectionOf(second)]).toEqual(['sandbox', 'sandbox-2']);
  const list = await office.call('submissions.list', { filter: { connection: 'sandbox-2' } });
  expect(list).toMatchObject({ total: 1, submissions: [{ id: second }] });
});

it('files waiting for one connection do not delay those of another', async () => {
  const { office, tests, live } = await openTested();
  await office.call('submissions.pause', {});
  const waiting = await send(office);
  await office.call('connection.add', { baseUrl: live.baseUrl, ...keys, softwareGarante });
  await office.call('companies.create', company);
  await office.call('submissions.resume', {});
  await office.app.idle();
  tests.received.length = 0;
  const sent = await send(office);
  await office.app.idle();
  const stateOf = async (id: string) =>
    (await office.call('submissions.get', { id })).submission.state;
  expect(await stateOf(waiting)).toBe('queued');
  expect(await stateOf(sent)).not.toBe('queued');
  expect(tests.received).toEqual([]);
  await office.call('connection.use', { id: 'sandbox' });
  await office.app.idle();
  expect(await stateOf(waiting)).not.toBe('queued');
});

it('another host needs an answer where the connection has companies: another connection, or the same one moved', async () => {
  const { office: first } = await openTested();
  await first.call('connection.set', { baseUrl: 'https://tests.invalid/api', ...keys });
  // The connection is still empty: an address is corrected without a question.
  await first.call('connection.set', { baseUrl: 'https://test.invalid/api' });
  expect((await first.call('connection.list', {})).connections).toHaveLength(2);
  await first.app.close();
  const history = new Database(join(first.dataFolder, 'zubi.db'));
  history.exec("update companies set environment = 'production'");
  history.close();

  const office = await first.restart();
  const live = { baseUrl: 'https://live.invalid/api' };
  expect(await office.refused('connection.set', live)).toMatchObject({
    code: 'connection_host_changed',
    details: { from: 'https://test.invalid/api', to: 'https://live.invalid/api' },
  });
  const moved = await office.call('connection.set', { ...live, movedHost: true });
  expect(moved).toMatchObject({ id: 'production', ...live, userApiKey: { present: false } });
  expect(await listed(office)).toHaveLength(1);
  const added = await office.call('connection.add', { ...live, name: 'Live' });
  expect(added).toMatchObject({ id: 'production-2', name: 'Live', environment: 'production' });
  expect(await listed(office)).toEqual([]);
});

it('of two connections at one host, an address belongs to the one that has exactly this address', async () => {
  const office = await openOffice();
  const at = (path: string) => ({ baseUrl: `https://live.invalid/${path}` });
  await office.call('connection.add', { ...at('first'), ...keys });
  await office.call('connection.add', { ...at('second'), ...keys });
  await office.call('connection.use', { id: 'production' });
  expect((await office.call('connection.set', at('second'))).id).toBe('production-2');
  const { connections } = await office.call('connection.list', {});
  expect(connections.map(({ id, baseUrl }) => [id, baseUrl])).toEqual([
    ['production', at('first').baseUrl],
    ['production-2', at('second').baseUrl],
  ]);
  // Another path at the host is another address of the connection in force.
  expect(await office.call('connection.set', at('third'))).toMatchObject({
    id: 'production-2',
    ...at('third'),
  });
});

it('after the loss of connection.json, a service gets the id that sent to exactly its address', async () => {
  const { office, tests } = await openTested();
  await send(office);
  const beside = { baseUrl: `${tests.baseUrl}/beside`, ...keys, softwareGarante };
  await office.call('connection.add', beside);
  await office.call('companies.create', company);
  await send(office);
  await office.app.idle();
  await office.app.close();
  rmSync(join(office.dataFolder, 'connection.json'));
  const again = await office.restart();
  expect((await again.call('connection.add', beside)).id).toBe('sandbox-2');
  const first = { baseUrl: tests.baseUrl, ...keys };
  expect((await again.call('connection.add', first)).id).toBe('sandbox');
});

it('the own sandbox has its own profile, and so does each other connection', async () => {
  const { office, live } = await openTested();
  const profile = { ...defaultServiceProfile(), name: 'vendor' };
  await office.call('connection.set', { profile });
  await office.call('connection.add', { baseUrl: live.baseUrl, ...keys });
  expect((await office.call('connection.get', {})).profile).toBe('default');
  await office.call('connection.useSandbox', {});
  expect((await office.call('connection.get', {})).profile).toBe('default');
  // A profile tried there is dropped when the sandbox is taken again.
  await office.call('connection.set', { profile });
  await office.call('connection.useSandbox', {});
  expect((await office.call('connection.get', {})).profile).toBe('default');
  const { connections } = await office.call('connection.list', {});
  expect(connections.map((each) => [each.id, each.name, each.profile, each.inForce])).toEqual([
    ['sandbox', 'Tests', 'vendor', false],
    ['sandbox-2', new URL(live.baseUrl).host, 'default', false],
    ['sandbox-3', 'sandbox-3', 'default', true],
  ]);
});

it('a connection is renamed, and removed with its keys while the history has nothing of it', async () => {
  const { office } = await openTested();
  await office.call('connection.add', {
    baseUrl: 'https://tests.invalid',
    kind: 'test',
    name: 'Vendor',
    ...keys,
  });
  expect(await office.call('connection.get', {})).toMatchObject({
    environment: 'test',
    id: 'test',
  });
  await office.call('connection.rename', { id: 'test', name: 'Vendor, tests' });
  expect((await office.call('app.status', {})).connectionName).toBe('Vendor, tests');
  expect(await office.refused('connection.remove', { id: 'test' })).toMatchObject({
    code: 'connection_in_use',
    details: { isInForce: true },
  });
  await office.call('connection.use', { id: 'sandbox' });
  const left = await office.call('connection.remove', { id: 'test' });
  expect(left.connections.map(({ id }) => id)).toEqual(['sandbox']);
  expect((await office.call('connection.get', {})).keysFor).toEqual([]);

  await office.call('connection.add', { baseUrl: 'https://live.invalid', ...keys });
  expect(await office.refused('connection.remove', { id: 'sandbox' })).toMatchObject({
    code: 'connection_in_use',
    details: { isInForce: false },
  });
  expect(await office.refused('connection.use', { id: 'nowhere' })).toMatchObject({
    code: 'connection_missing',
  });
});

it('the kind of a connection can be corrected while it has no data, and its keys go with it', async () => {
  const { office, tests } = await openTested();
  const added = { baseUrl: 'https://tests.invalid', name: 'Vendor', ...keys };
  expect(await office.call('connection.add', added)).toMatchObject({ id: 'production' });
  await office.call('connection.setKind', { id: 'production', kind: 'test' });
  expect(await office.call('connection.get', {})).toMatchObject({
    id: 'test',
    name: 'Vendor',
    environment: 'test',
    baseUrl: added.baseUrl,
    userApiKey: { present: true },
    certificateKey: { present: true },
    keysFor: [tests.baseUrl],
  });
  // A service on this machine is a sandbox.
  expect(await office.refused('connection.setKind', { id: 'sandbox', kind: 'test' })).toMatchObject(
    { code: 'invalid_input' },
  );
  await office.app.close();
  const history = new Database(join(office.dataFolder, 'zubi.db'));
  history.exec("update companies set environment = 'test'");
  history.close();
  const again = await office.restart();
  expect(
    await again.refused('connection.setKind', { id: 'test', kind: 'production' }),
  ).toMatchObject({ code: 'connection_kind_fixed', details: { connection: 'Vendor' } });
  expect((await again.call('connection.get', {})).id).toBe('test');
});

it('a connection with a history is hidden from the list until it is used again', async () => {
  const { office, live } = await openTested();
  const hide = { id: 'sandbox', hidden: true };
  expect((await office.refused('connection.setHidden', hide)).code).toBe('connection_in_use');
  await office.call('connection.add', { baseUrl: live.baseUrl, ...keys });
  await office.call('connection.setHidden', hide);
  const restarted = await office.restart();
  const flags = async () =>
    (await restarted.call('connection.list', {})).connections.map(({ id, hidden, used }) => [
      ...[id, hidden, used],
    ]);
  expect(await flags()).toEqual([
    ['sandbox', true, true],
    ['sandbox-2', false, false],
  ]);
  expect((await restarted.call('connection.get', {})).unproven).toBe(false);
  await restarted.call('connection.use', { id: 'sandbox' });
  expect((await flags())[0]).toEqual(['sandbox', false, true]);
});
