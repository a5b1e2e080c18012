import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { type Office, openOffice } from '../core/office.ts';
import { type Service, startService, taxpayer } from '../core/recording-service.ts';

const document = makeDocument('240-received', { seed: 6, records: 2, taxpayer });
let services: readonly [Service, Service, Service];

beforeEach(async () => {
  services = await Promise.all([
    startService('client-key-0123456789'),
    startService('client-key-1123456789'),
    startService('client-key-2123456789'),
  ]);
});

async function connect(
  office: Office,
  { baseUrl }: Service,
  name: string,
  own: { readonly license: string; readonly certificateKey?: string } = {
    license: 'T',
    certificateKey: 'certificate-key-0123456789',
  },
): Promise<string | null> {
  const { license, ...keys } = own;
  const { id } = await office.call('connection.add', {
    userApiKey: `user-key-012345678-${license}`,
    ...keys,
    softwareGarante: { holds: true, taxId: 'B00000034', license, name: 'Z', version: '1' },
    baseUrl,
    name,
  });
  return id;
}

async function createCompany(office: Office): Promise<void> {
  const { name: fullName, taxId } = taxpayer;
  const entity = { isIndividual: false, fullName, taxId, territoryId: 'bizkaia' };
  await office.call('companies.create', entity);
}

/** What became of the document: sent, or a question. */
async function send(office: Office): Promise<string> {
  const file = await office.drop('f.xml', document);
  const sent = await office.call('submissions.send', { fileIds: [file.id] });
  await office.app.idle();
  return sent.outcome;
}

const taxIds = async (office: Office) =>
  (await office.call('companies.list', {})).companies.map(({ taxId }) => taxId);

async function restoreElsewhere(office: Office, passphrase?: string, fresh?: Office) {
  const made = await office.call('backup.create', passphrase ? { passphrase } : {});
  const other = fresh ?? (await openOffice());
  const path = join(office.dataFolder, 'backups', made.id);
  const taken = await other.app.takeFile({ name: made.id, path });
  if (!taken.ok) throw new Error(taken.error.code);
  const fileId = taken.value.fileId;
  await other.call('backup.restore', { fileId, ...(passphrase ? { passphrase } : {}) });
  return other;
}

it('after a restoration each service gets its own companies and submissions again', async () => {
  const [a, b, c] = services;
  const office = await openOffice();
  const former = await connect(office, a, 'A');
  await createCompany(office);
  const second = await connect(office, b, 'B');
  await createCompany(office);
  expect(await send(office)).toBe('queued');
  const fresh = await restoreElsewhere(office);
  // In another order than before.
  expect(await connect(fresh, b, 'B')).toBe(second);
  const [keyless] = (await fresh.call('companies.list', {})).companies;
  await fresh.call('companies.recoverKey', { id: keyless?.id ?? '' });
  expect(await send(fresh)).toBe('sent_before');
  expect(await connect(fresh, a, 'A')).toBe(former);
  expect(await taxIds(fresh)).toEqual([taxpayer.taxId]);
  expect([former, second]).not.toContain(await connect(fresh, c, 'C'));
  expect(await taxIds(fresh)).toEqual([]);
});

it('what a history set aside sent to a service is asked about under each id of that service', async () => {
  const [a, b] = services;
  const office = await openOffice();
  const own = await connect(office, a, 'A');
  await createCompany(office);
  expect(await send(office)).toBe('queued');
  const other = await openOffice();
  await connect(other, b, 'B');
  expect(await connect(other, a, 'A')).not.toBe(own);
  await createCompany(other);
  await restoreElsewhere(other, 'zubia eta ibaia 2026', office);
  expect(await send(office)).toBe('sent_before');
});

it('a service keeps its id where a new history was begun and the connection removed', async () => {
  const [a, b, c] = services;
  const office = await openOffice();
  const own = await connect(office, a, 'A');
  await createCompany(office);
  expect(await send(office)).toBe('queued');
  await office.call('backup.restore', { id: 'new' });
  await connect(office, b, 'B');
  await office.call('connection.remove', { id: own ?? '' });
  expect(await connect(office, c, 'C')).not.toBe(own);
  expect(await connect(office, a, 'A')).toBe(own);
  await createCompany(office);
  expect(await send(office)).toBe('sent_before');
});

it('with a history set aside its connection and keys come back', async () => {
  const [a, b] = services;
  const office = await openOffice();
  // It cannot send yet, and must not be able to with the other's key.
  await connect(office, a, 'A', { license: 'OWN' });
  await createCompany(office);
  const other = await openOffice();
  await connect(other, b, 'B');
  await connect(other, a, 'A');
  await createCompany(other);
  const state = async () => {
    const { companies } = await office.call('companies.list', {});
    const keys = companies.map(({ taxId, key }) => [taxId, key.last4]);
    return [await office.call('connection.get', {}), keys];
  };
  const own = await state();
  await restoreElsewhere(other, 'zubia eta ibaia 2026', office);
  const foreign = await state();
  expect(foreign).not.toEqual(own);
  const asides = async () =>
    (await office.call('backup.list', {})).backups.filter(({ kind }) => kind === 'set_aside');
  // Back, and once more to the other one.
  for (const expected of [own, foreign]) {
    const [newest] = await asides();
    const back = await office.call('backup.restore', { id: newest?.id ?? '' });
    expect(back.connectionLeft).toBe(null);
    expect(await state()).toEqual(expected);
  }
  expect(await send(office)).toBe('queued');
  const kept = () => readFileSync(join(office.dataFolder, 'secrets.json'), 'utf8');
  for (const { id } of await asides()) {
    expect(kept()).toContain(`replaced-keys:${id}`);
    await office.call('backup.remove', { id, confirmed: true });
    expect(kept()).not.toContain(`replaced-keys:${id}`);
  }
});
