import { afterEach, beforeEach, expect, test } from 'vitest';
import { OpenedKeys } from '../../../main/platform/secrets/opened-keys.ts';
import { Secret } from '../../../main/platform/secrets/secret.ts';
import type { OpenVault } from '../../../main/platform/secrets/vault-options.ts';
import { VaultFolder } from './fixture.ts';

let folder: VaultFolder;
let vault: OpenVault;
let keys: OpenedKeys;

beforeEach(async () => {
  folder = new VaultFolder();
  vault = await folder.open();
  await vault.set('company:1', Secret.from('first-key-0123456789'));
  keys = new OpenedKeys(vault);
});
afterEach(() => folder.remove());

test('a key is opened once, whoever asks for it', async () => {
  const [one, two] = await Promise.all([keys.get('company:1'), keys.get('company:1')]);
  expect([one?.reveal(), two?.reveal()]).toEqual(['first-key-0123456789', 'first-key-0123456789']);
  expect([one, two]).toContain(await keys.get('company:1'));
  expect(await keys.get('company:2')).toBeNull();
});

test('after a change of the vault the new key is given, and who holds the former may end with it', async () => {
  const former = await keys.get('company:1');
  await vault.set('company:1', Secret.from('second-key-0123456789'));
  expect((await keys.get('company:1'))?.reveal()).toBe('second-key-0123456789');
  expect(former?.reveal()).toBe('first-key-0123456789');
  await vault.remove('company:1');
  expect(await keys.get('company:1')).toBeNull();
});

test('a key that changes while it is opened is not kept', async () => {
  const asked = keys.get('company:1');
  await vault.set('company:1', Secret.from('second-key-0123456789'));
  await asked;
  expect((await keys.get('company:1'))?.reveal()).toBe('second-key-0123456789');
});

test('they are wiped, those from before a change too, and can be opened again', async () => {
  const former = await keys.get('company:1');
  await vault.set('company:2', Secret.from('other-key-0123456789'));
  const latter = await keys.get('company:1');
  expect(former).not.toBe(latter);
  keys.wipe();
  for (const key of [former, latter]) expect(() => key?.reveal()).toThrow('secret_wiped');
  expect((await keys.get('company:1'))?.reveal()).toBe('first-key-0123456789');
});
