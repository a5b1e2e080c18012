import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createKeyFileSealer } from '../../../main/platform/secrets/key-file-sealer.ts';
import { createPassphraseSealer } from '../../../main/platform/secrets/passphrase-sealer.ts';
import type { Sealer } from '../../../main/platform/secrets/sealer.ts';
import { defaultServiceProfile } from '../../../main/service/profile.ts';
import { makeDocument } from '../../fixtures/validator/make-document.ts';
import { type Office, openOffice } from './office.ts';
import { type Service, startService, taxpayer } from './recording-service.ts';

const userApiKey = 'planted-user-key-0123456789';
const certificateKey = 'planted-certificate-key-0123456789';
const clientKey = 'planted-client-key-0123456789';
const passphrase = 'txalaparta eta albokak';
const softwareGarante = {
  holds: true,
  taxId: 'B00000034',
  license: 'TEST',
  name: 'Zubi',
  version: '1',
};

const holdsKey = ({ received }: Service): boolean =>
  received.some((text) => text.includes('planted-'));

/** An office with all its keys at the first service, and a second service beside it. */
async function openBound(): Promise<{ office: Office; a: Service; b: Service; id: string }> {
  const [a, b] = [await startService(clientKey), await startService(clientKey)];
  const office = await openOffice();
  const keys = { userApiKey, certificateKey };
  await office.call('connection.set', { baseUrl: a.baseUrl, ...keys, softwareGarante });
  const { id } = await office.call('companies.create', {
    isIndividual: false,
    fullName: taxpayer.name,
    taxId: taxpayer.taxId,
    territoryId: 'bizkaia',
  });
  await office.call('connection.test', {});
  expect(holdsKey(a)).toBe(true);
  a.received.length = 0;
  return { office, a, b, id };
}

/** Everything that would send something; returns the codes of the refusals. */
async function tryAll(office: Office, companyId: string): Promise<(string | null)[]> {
  const file = await office.drop(
    'a.xml',
    makeDocument('240-received', { seed: 1, records: 1, taxpayer }),
  );
  const calls: readonly [string, object][] = [
    ['connection.test', {}],
    ['territories.list', { refresh: true }],
    ['license.get', {}],
    ['companies.recoverKey', { id: companyId }],
    ['submissions.send', { fileIds: [file.id] }],
    ['submissions.resume', {}],
  ];
  const codes: (string | null)[] = [];
  for (const [method, input] of calls) {
    const reply = await office.app.call(method, input);
    codes.push(reply.ok ? null : reply.error.code);
  }
  await office.call('submissions.discard', { fileIds: [file.id] }).catch(() => undefined);
  return codes;
}

function edit(office: Office, change: (file: Record<string, unknown>) => object): void {
  const path = join(office.dataFolder, 'connection.json');
  const file = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  writeFileSync(path, JSON.stringify({ ...file, ...change(file) }));
}

const slotOf = (file: Record<string, unknown>) =>
  (file.connections as Record<string, unknown>[])[0] ?? {};
const sealersOf = (dataFolder: string): readonly Sealer[] => [
  createPassphraseSealer(null),
  createKeyFileSealer({ dataFolder, clock: () => new Date() }),
];

describe('T1 keys stored for one address', () => {
  it('stay with it when a call sets another address, which needs its own', async () => {
    const { office, a, b, id } = await openBound();
    const set = await office.call('connection.set', { baseUrl: b.baseUrl, movedHost: true });
    expect(set).toMatchObject({
      userApiKey: { present: false, last4: null },
      certificateKey: { present: false, last4: null },
      keysFor: [a.baseUrl],
      unproven: false,
    });
    expect((await office.call('companies.get', { id })).key.present).toBe(false);
    const codes = await tryAll(office, id);
    expect(codes.slice(0, 5)).toEqual([
      ...Array(4).fill('user_key_missing'),
      'certificate_key_missing',
    ]);
    expect(b.received).toEqual([]);

    await office.call('connection.set', { baseUrl: b.baseUrl, userApiKey: 'another-user-key-01' });
    await office.call('connection.test', {});
    expect(b.received.some((text) => text.includes('another-user-key-01'))).toBe(true);
    expect(holdsKey(b)).toBe(false);

    const back = await office.call('connection.set', { baseUrl: `${a.baseUrl}/`, movedHost: true });
    expect(back).toMatchObject({ userApiKey: { last4: '6789' }, keysFor: [b.baseUrl] });
    expect((await office.call('companies.get', { id })).key).toEqual({
      present: true,
      last4: '6789',
    });
    await office.call('connection.test', {});
    expect(a.received.join()).toContain(userApiKey);
    expect(a.received.join()).not.toContain('another-user-key-01');
  });

  it('are not sent to the address in an edited file, not even by queued files', async () => {
    const { office, b, id } = await openBound();
    const parts = { seed: 2, records: 1, firstRecord: 7, taxpayer };
    const { id: fileId } = await office.drop('queued.xml', makeDocument('240-received', parts));
    await office.call('submissions.pause', {});
    await office.call('submissions.send', { fileIds: [fileId] });
    await office.app.close();
    edit(office, (file) => ({ connections: [{ ...slotOf(file), baseUrl: b.baseUrl }] }));
    const next = await office.restart();
    expect((await tryAll(next, id)).slice(0, 5)).toEqual(Array(5).fill('connection_unproven'));
    expect(b.received).toEqual([]);
    expect(await next.call('submissions.progress', {})).toMatchObject({
      paused: true,
      pausedBecause: 'connection_unproven',
      queued: 1,
    });
    expect(await next.call('connection.get', {})).toMatchObject({ unproven: true });
    expect((await next.call('app.status', {})).faults).toContainEqual({
      code: 'connection_unproven',
      details: {},
    });
    expect(await next.refused('connection.set', { userApiKey })).toMatchObject({
      code: 'connection_unproven',
    });
  });

  it('are not sent to the address in an edited file while the vault is locked, nor after', async () => {
    const { office, b, id } = await openBound();
    await office.call('secrets.protect', { passphrase });
    await office.app.close();
    edit(office, (file) => ({ connections: [{ ...slotOf(file), baseUrl: b.baseUrl }] }));
    const next = await office.restart({ sealers: sealersOf(office.dataFolder) });
    expect((await tryAll(next, id)).slice(0, 4)).toEqual(Array(4).fill('secrets_locked'));
    expect((await next.call('connection.get', {})).unproven).toBe(false);
    await next.call('secrets.unlock', { passphrase });
    expect((await tryAll(next, id)).slice(0, 4)).toEqual(Array(4).fill('connection_unproven'));
    expect(b.received).toEqual([]);
  });

  it.each([
    ['planted profile', { ...defaultServiceProfile(), name: 'slipped in' }],
    ['profile that this Zubi does not take', { name: 'of another version', colour: 'red' }],
  ])('are not sent under a %s, and are once a person removes it', async (_what, profile) => {
    const { office, a, id } = await openBound();
    await office.app.close();
    edit(office, (file) => ({ connections: [{ ...slotOf(file), profile }] }));
    const next = await office.restart();
    expect((await tryAll(next, id)).slice(0, 4)).toEqual(Array(4).fill('connection_unproven'));
    expect(a.received).toEqual([]);
    for (const method of ['submissions.readAgain', 'companies.readAgain'] as const)
      expect((await next.refused(method, { preview: true })).code).toBe('connection_unproven');

    const set = await next.call('connection.set', { baseUrl: a.baseUrl });
    expect(set).toMatchObject({ unproven: false, profile: 'default', softwareGarante });
    await next.call('connection.test', {});
    expect(a.received.join()).toContain(userApiKey);
    expect((await (await next.restart()).call('connection.get', {})).unproven).toBe(false);
  });

  it('are sent to the own sandbox on any port, and to no other address that claims to be it', async () => {
    const { b } = await openBound();
    const office = await openOffice();
    await office.call('connection.useSandbox', {});
    await office.app.close();
    edit(office, (file) => ({ connections: [{ ...slotOf(file), baseUrl: b.baseUrl }] }));
    const next = await office.restart();
    expect((await next.call('connection.test', {})).territories).toBeGreaterThan(0);
    expect(b.received).toEqual([]);
  });

  it('are sent nowhere without their origin, and requested again', async () => {
    const { office, a } = await openBound();
    await office.app.close();
    const { proof: _, ...bare } = JSON.parse(
      readFileSync(join(office.dataFolder, 'connection.json'), 'utf8'),
    ) as Record<string, unknown>;
    writeFileSync(join(office.dataFolder, 'connection.json'), JSON.stringify(bare));
    const secrets = join(office.dataFolder, 'secrets.json');
    const renamed = readFileSync(secrets, 'utf8').replaceAll(`@${a.baseUrl}`, '');
    writeFileSync(secrets, renamed);
    const next = await office.restart();
    expect(await next.call('connection.get', {})).toMatchObject({
      unproven: true,
      userApiKey: { present: false },
      keysFor: [],
    });
    await next.call('connection.set', { baseUrl: a.baseUrl });
    expect(await next.refused('connection.test', {})).toMatchObject({ code: 'user_key_missing' });
    expect(a.received).toEqual([]);
    const kept = JSON.parse(readFileSync(secrets, 'utf8')) as { entries: object };
    expect(Object.keys(kept.entries)).toContain('sandbox:user-api-key');
  });
});
