import { Buffer } from 'node:buffer';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { authenticate, isAuthentic } from '../../../main/platform/secrets/authentication.ts';
import { createPassphraseSealer } from '../../../main/platform/secrets/passphrase-sealer.ts';
import { Secret } from '../../../main/platform/secrets/secret.ts';
import { createSessionSealer } from '../../../main/platform/secrets/session-sealer.ts';
import { VaultFolder } from '../../fixtures/secrets/vault-folder.ts';

const bytes = Buffer.from('what was written');
let folder: VaultFolder;

beforeEach(() => {
  folder = new VaultFolder();
});
afterEach(() => folder.remove());

test('a proof of a vault is accepted again in the next run', async () => {
  const made = await (await folder.open()).authenticationKey('connection');
  const code = authenticate(made.key, bytes);
  expect(made.isKept).toBe(true);

  const again = await (await folder.open()).authenticationKey('connection');
  expect(again.id).toBe(made.id);
  expect(isAuthentic(again.key, bytes, code)).toBe(true);
  expect(isAuthentic(again.key, Buffer.from('something else'), code)).toBe(false);
  expect(isAuthentic(again.key, bytes, code.subarray(1))).toBe(false);
});

test('a proof is valid for its purpose only', async () => {
  const vault = await folder.open();
  const code = authenticate((await vault.authenticationKey('connection')).key, bytes);
  const other = await vault.authenticationKey('history');
  expect(isAuthentic(other.key, bytes, code)).toBe(false);
});

test('a locked vault proves nothing, and continues with the same key once it is open', async () => {
  const first = await folder.open();
  const made = await first.authenticationKey('connection');
  await first.protect(new Secret('txalaparta eta albokak'));

  const next = await folder.open([createPassphraseSealer(null), folder.keyFile()]);
  await expect(next.authenticationKey('connection')).rejects.toMatchObject({
    code: 'secrets_locked',
  });
  await next.unlock(new Secret('txalaparta eta albokak'));
  const again = await next.authenticationKey('connection');
  expect([again.id, again.key.equals(made.key)]).toEqual([made.id, true]);
});

test('a key that was lost with its keychain is followed by a newer one, and keeps its place', async () => {
  const made = await (await folder.open()).authenticationKey('connection');
  const keyFile = folder.text('secrets.key');
  folder.write('secrets.key', Buffer.alloc(32, 7).toString('base64'));
  const vault = await folder.open();
  const newer = await vault.authenticationKey('connection');
  expect(newer.id > made.id).toBe(true);
  await expect(vault.authenticationKey('connection', made.id)).rejects.toMatchObject({
    code: 'secrets_unreadable',
  });
  expect(folder.text()).toContain(`authentication-key:${made.id}`);

  folder.write('secrets.key', keyFile);
  const older = await (await folder.open()).authenticationKey('connection', made.id);
  expect(older.key.equals(made.key)).toBe(true);
});

test('a damaged vault makes no new key and stays unchanged', async () => {
  folder.write('secrets.json', 'no vault');
  const vault = await folder.open();
  await expect(vault.authenticationKey('connection')).rejects.toMatchObject({
    code: 'secrets_unreadable',
  });
  expect(folder.text()).toBe('no vault');
});

test('a key of this session is only reported as not stored', async () => {
  const vault = await folder.open([createSessionSealer()]);
  const made = await vault.authenticationKey('connection');
  expect(made.isKept).toBe(false);
  expect((await vault.authenticationKey('connection')).key.equals(made.key)).toBe(true);
});
