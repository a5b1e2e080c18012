import { Buffer } from 'node:buffer';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IpcMainInvokeEvent } from 'electron';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { desktopChannels } from '../../../contract/desktop.ts';
import type { Reply } from '../../../contract/errors.ts';
import { methodNames, methods } from '../../../contract/methods.ts';
import { createApp } from '../../../main/app.ts';
import { startPage } from '../../../main/hosts/desktop/addresses.ts';
import { startDesktop } from '../../../main/hosts/desktop/desktop.ts';
import { createSafeStoragePort } from '../../../main/hosts/desktop/safe-storage.ts';
import { createDesktopSealers } from '../../../main/platform/secrets/sealers.ts';
import { Secret } from '../../../main/platform/secrets/secret.ts';
import type { ServiceClient } from '../../../main/service/client-port.ts';
import { stateFolderOf } from '../../fixtures/state-folder.ts';
import { createDesktopFixture, settle } from './desktop-fixture.ts';
import * as electron from './fake-electron.ts';

const canaries = [
  'user-key-CANARY-7f3a',
  'certificate-key-CANARY-91be',
  'client-key-CANARY-c2d4',
  'passphrase-CANARY-55e0',
];
const [userApiKey = '', certificateKey = '', clientKey = '', passphrase = ''] = canaries;

/** A service that gives every company the same key, and puts it into its refusals. */
const client: ServiceClient = {
  territories: async () => [{ id: '48', name: 'Bizkaia' }],
  license: () => Promise.reject(new Error(`refused for ${userApiKey}`)),
  createCompany: async () => ({
    serviceId: 's1',
    apiKey: new Secret(clientKey),
    territoryName: 'Bizkaia',
    taxId: null,
  }),
  updateCompany: async () => ({
    serviceId: 's1',
    apiKey: new Secret(clientKey),
    territoryName: 'Bizkaia',
    taxId: null,
  }),
  ask: () => Promise.reject(new Error(`refused for ${clientKey}`)),
  send: () => Promise.reject(new Error(`refused for ${clientKey}`)),
  uploadAuthorization: () => Promise.reject(new Error(`refused for ${clientKey}`)),
  close: async () => undefined,
};

let folder: string;
let window: electron.FakeWindow | undefined;
const replies: string[] = [];

async function call(method: string, input: unknown = {}): Promise<Reply<unknown>> {
  const listener = electron.ipcHandlers.get(desktopChannels.call);
  const senderFrame = {
    detached: false,
    parent: null,
    origin: 'app://zubi',
    url: 'app://zubi/index.html',
  };
  const message = JSON.stringify({ method, input });
  const reply = (await listener?.(
    { senderFrame } as IpcMainInvokeEvent,
    message,
  )) as Reply<unknown>;
  replies.push(`${method}: ${JSON.stringify(reply)}`);
  return reply;
}

beforeAll(async () => {
  electron.reset();
  folder = mkdtempSync(join(tmpdir(), 'zubi-secrets-'));
  const fixture = createDesktopFixture();
  fixture.remove();
  const openApp = () =>
    createApp({
      dataFolder: folder,
      stateFolder: stateFolderOf(folder),
      face: 'desktop',
      version: '0.0.0',
      sandbox: null,
      sealers: createDesktopSealers(createSafeStoragePort()),
      createClient: () => client,
    });
  startDesktop({ ...fixture.options, dataFolder: folder, openApp });
  electron.app.ready.resolve();
  const isOpen = () => electron.FakeWindow.all[0]?.loaded.includes(startPage);
  await vi.waitUntil(isOpen, { timeout: 20_000 });
  [window] = electron.FakeWindow.all;
});
afterAll(async () => {
  electron.app.emit('before-quit', { preventDefault: () => undefined });
  await vi.waitUntil(() => electron.calls.includes('quit'), { timeout: 20_000 });
  rmSync(folder, { recursive: true, force: true });
});

/** The canaries, plain and in every possible encoding. */
const traces = canaries.flatMap((canary) => {
  const bytes = Buffer.from(canary);
  return [
    canary,
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('hex'),
    encodeURIComponent(canary),
  ];
});
const found = (text: string) => traces.filter((trace) => text.includes(trace));

test('E16 no reply, event, notice or dialog of the desktop holds a secret', async () => {
  const garante = { holds: true, taxId: 'A99800476', license: 'L1', name: 'Zubi', version: '1' };
  const connection = {
    baseUrl: 'https://service.example',
    userApiKey,
    certificateKey,
    softwareGarante: garante,
  };
  expect(await call('connection.set', connection)).toMatchObject({ ok: true });
  expect(await call('connection.test')).toMatchObject({ ok: true });
  const company = {
    isIndividual: false,
    fullName: 'Bizkaiko Lantegiak SA',
    taxId: 'A99800476',
    territoryId: '48',
  };
  expect(await call('companies.create', company)).toMatchObject({
    ok: true,
    value: { key: { present: true } },
  });
  await call('secrets.protect', { passphrase });
  await call('secrets.unlock', { passphrase: `${passphrase}-wrong` });
  for (const method of methodNames) {
    if (methods[method].kind !== 'query') continue;
    await call(method);
    await call(method, {
      id: 'none',
      fileId: 'none',
      line: 1,
      part: 'sent',
      [userApiKey]: certificateKey,
    });
  }
  await settle();
  const pushed = JSON.stringify(window?.webContents.sent);
  expect(found([...replies, pushed, ...electron.shown].join('\n'))).toEqual([]);
  expect(window?.webContents.sent.length).toBeGreaterThan(0);
});

test('E16 a window gets of a key only that it exists and its last characters', async () => {
  expect(await call('connection.get')).toMatchObject({
    ok: true,
    value: {
      userApiKey: { present: true, last4: '7f3a' },
      certificateKey: { present: true, last4: '91be' },
    },
  });
});

test('E16 nothing the desktop writes holds a secret unencrypted', () => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(files.length).toBeGreaterThan(2);
  const leaks = files.filter(
    (entry) => found(readFileSync(join(entry.parentPath, entry.name), 'latin1')).length > 0,
  );
  expect(leaks.map(({ name }) => name)).toEqual([]);
});
