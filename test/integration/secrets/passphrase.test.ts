import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createPassphraseSealer,
  takePassphrase,
} from '../../../main/platform/secrets/passphrase-sealer.ts';
import { Secret } from '../../../main/platform/secrets/secret.ts';
import { createSessionSealer } from '../../../main/platform/secrets/session-sealer.ts';
import { VaultFolder } from '../../fixtures/secrets/vault-folder.ts';
import { inSoak } from '../../soak.ts';

const canary = 'CANARY-key-0123456789-wxyz';
const passphrase = () => new Secret('txalaparta eta albokak');
let folder: VaultFolder;

beforeEach(() => {
  folder = new VaultFolder();
});
afterEach(() => folder.remove());

/** A vault file under the passphrase: sealed once, since each sealing costs as much as a guess. */
let sealedVault = '';
/** The files of its folder, once it was sealed. */
let filesThen: readonly string[] = [];
async function protectedFolder(): Promise<void> {
  if (sealedVault === '') {
    const vault = await folder.open();
    await vault.set('user-api-key', new Secret(canary));
    await vault.protect(passphrase());
    await vault.close();
    sealedVault = folder.text();
    filesThen = folder.files();
  }
  writeFileSync(join(folder.path, 'secrets.json'), sealedVault);
}

// holds K1
describe('a key sealed by somebody else', () => {
  test.each([
    ['cheaper to guess', { n: 2 ** 16 }],
    ['dearer than the machine bears', { n: 2 ** 21 }],
    ['of no power of two', { n: 2 ** 17 + 1 }],
    ['in other blocks', { r: 9 }],
    ['in too many lanes', { p: 5 }],
  ])('is not tried: %s', async (_what, change) => {
    await protectedFolder();
    const { keys, current } = JSON.parse(folder.text());
    const other = JSON.stringify({ ...JSON.parse(keys[current].sealed), ...change });
    const sealer = createPassphraseSealer(passphrase());
    await expect(sealer.openKey(other)).rejects.toMatchObject({ code: 'secrets_unreadable' });
  });
});

describe('a vault under a passphrase', () => {
  test('removes the key file', async () => {
    await protectedFolder();
    expect(filesThen).toEqual(['secrets.json']);
    expect(Object.keys(JSON.parse(folder.text()).keys)).toHaveLength(1);
  });

  test('is locked until the right one is given', async () => {
    await protectedFolder();
    const vault = await folder.open();
    expect(vault.protection()).toEqual({ backend: 'passphrase', protects: true, locked: true });
    expect(vault.fault()).toBeNull();
    expect(await vault.hint('user-api-key')).toEqual({ present: true, last4: null });
    await expect(vault.get('user-api-key')).rejects.toMatchObject({ code: 'secrets_locked' });
    await expect(vault.set('company:1', new Secret('x'))).rejects.toMatchObject({
      code: 'secrets_locked',
    });
    await expect(vault.protect(new Secret('another one'))).rejects.toMatchObject({
      code: 'secrets_locked',
    });
    await expect(vault.unlock(new Secret('wrong'))).rejects.toMatchObject({
      code: 'wrong_passphrase',
    });
    expect(vault.protection().locked).toBe(true);
    expect(await vault.unlock(passphrase())).toEqual({
      backend: 'passphrase',
      protects: true,
      locked: false,
    });
    expect((await vault.get('user-api-key'))?.reveal()).toBe(canary);
    await vault.set('company:1', new Secret('new'));
    expect((await vault.get('company:1'))?.reveal()).toBe('new');
    expect(folder.log.lines.join()).not.toMatch(/CANARY|txalaparta/);
  });

  test('stays locked with a wrong one in the environment', async () => {
    await protectedFolder();
    const vault = await folder.open([
      createPassphraseSealer(new Secret('wrong')),
      folder.keyFile(),
    ]);
    expect(vault.protection().locked).toBe(true);
    await expect(vault.get('user-api-key')).rejects.toMatchObject({ code: 'wrong_passphrase' });
    await vault.unlock(passphrase());
    expect((await vault.get('user-api-key'))?.reveal()).toBe(canary);
  });

  test('is moved there from a key file when the environment has one, whatever the composition of its letters', async () => {
    await (await folder.open()).set('user-api-key', new Secret(canary));
    const openWith = (form: 'NFC' | 'NFD') => {
      const given = new Secret('Biscayan señal ñ'.normalize(form));
      return folder.open([createPassphraseSealer(given), folder.keyFile()]);
    };
    expect((await openWith('NFC')).protection()).toMatchObject({
      backend: 'passphrase',
      protects: true,
    });
    expect(folder.files()).toEqual(['secrets.json']);
    expect((await (await openWith('NFD')).get('user-api-key'))?.reveal()).toBe(canary);
  });

  inSoak('takes another passphrase', async () => {
    await protectedFolder();
    const vault = await folder.open();
    await vault.unlock(passphrase());
    await vault.protect(new Secret('a second passphrase'));
    const next = await folder.open();
    await expect(next.unlock(passphrase())).rejects.toMatchObject({ code: 'wrong_passphrase' });
    await next.unlock(new Secret('a second passphrase'));
    expect((await next.get('user-api-key'))?.reveal()).toBe(canary);
  });

  test('gives it up where other protection exists, and keeps it otherwise', async () => {
    await protectedFolder();
    const alone = await folder.open([createSessionSealer()]);
    await alone.unlock(passphrase());
    await expect(alone.unprotect()).rejects.toMatchObject({ code: 'secrets_unprotected' });
    const vault = await folder.open();
    await expect(vault.unprotect()).rejects.toMatchObject({ code: 'secrets_locked' });
    await vault.unlock(passphrase());
    expect(await vault.unprotect()).toMatchObject({ backend: 'key_file', locked: false });
    const next = await folder.open();
    expect(next.protection()).toMatchObject({ backend: 'key_file', locked: false });
    expect((await next.get('user-api-key'))?.reveal()).toBe(canary);
  });

  test('refuses a file that asks for a cheaper derivation', async () => {
    await protectedFolder();
    const contents = JSON.parse(folder.text());
    const record = contents.keys[contents.current];
    record.sealed = JSON.stringify({ ...JSON.parse(record.sealed), n: 2 });
    writeFileSync(join(folder.path, 'secrets.json'), JSON.stringify(contents));
    await expect((await folder.open()).unlock(passphrase())).rejects.toMatchObject({
      code: 'secrets_unreadable',
    });
  });

  test('whose passphrase is forgotten is set aside whole, takes new keys, and comes back with its file', async () => {
    await protectedFolder();
    const whole = folder.text();
    const vault = await folder.open();
    expect(await vault.setAside()).toMatchObject({ backend: 'key_file', locked: false });
    const aside = 'secrets.json.set-aside-2026-11-21T10-00-00-000Z';
    expect(folder.text(aside)).toBe(whole);
    if (process.platform !== 'win32') expect(folder.mode(aside)).toBe(0o600);
    expect(vault.names()).toEqual([]);
    expect(await vault.get('user-api-key')).toBeNull();
    await vault.set('user-api-key', new Secret('new'));
    await vault.close();
    const next = await folder.open();
    expect((await next.get('user-api-key'))?.reveal()).toBe('new');
    folder.write('secrets.json', folder.text(aside));
    const former = await folder.open();
    await former.unlock(passphrase());
    expect((await former.get('user-api-key'))?.reveal()).toBe(canary);
  });

  test('is not set aside while it is open, nor by a process that only reads', async () => {
    await protectedFolder();
    const whole = folder.text();
    const reader = await folder.open([folder.keyFile()], true);
    await expect(reader.setAside()).rejects.toMatchObject({ code: 'data_folder_in_use' });
    const vault = await folder.open();
    await vault.unlock(passphrase());
    expect(await vault.setAside()).toMatchObject({ backend: 'passphrase', locked: false });
    expect([folder.files(), folder.text()]).toEqual([['secrets.json'], whole]);
  });

  test('leaves a vault without a passphrase unchanged', async () => {
    const vault = await folder.open();
    expect(await vault.unlock(passphrase())).toEqual({
      backend: 'key_file',
      protects: false,
      locked: false,
    });
  });
});

test('the passphrase is wiped when the keys are locked', () => {
  const given = passphrase();
  createPassphraseSealer(given).lock?.();
  expect(() => given.reveal()).toThrow('secret_wiped');
});

test('the passphrase is removed from the environment', () => {
  const environment: NodeJS.ProcessEnv = { ZUBI_PASSPHRASE: 'txalaparta', HOME: '/home/x' };
  expect(takePassphrase(environment)?.reveal()).toBe('txalaparta');
  expect(environment).toEqual({ HOME: '/home/x' });
  expect(takePassphrase(environment)).toBeNull();
  expect(takePassphrase({ ZUBI_PASSPHRASE: '' })).toBeNull();
});
