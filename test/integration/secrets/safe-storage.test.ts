import { Buffer } from 'node:buffer';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SafeStoragePort } from '../../../main/platform/secrets/safe-storage-sealer.ts';
import { createDesktopSealers } from '../../../main/platform/secrets/sealers.ts';
import { Secret } from '../../../main/platform/secrets/secret.ts';
import { VaultFolder } from '../../fixtures/secrets/vault-folder.ts';
import { sampled } from '../../rounds.ts';

const canary = 'CANARY-key-0123456789-wxyz';
let folder: VaultFolder;

beforeEach(() => {
  folder = new VaultFolder();
});
afterEach(() => folder.remove());

interface StorageState {
  available?: boolean;
  backend?: string | null;
  mark?: string;
  /** Which store it is, whatever its name: another one does not open what this one sealed. */
  store?: string;
  failure?: string;
  shouldReEncrypt?: boolean;
}

/**
 * The desktop's storage in a state of our choosing; it seals by turning the text round behind a
 * mark.
 */
function createStorage(state: StorageState = {}): SafeStoragePort & { encrypted: number } {
  const mark = state.mark ?? 'v11';
  const store = state.store ?? '1';
  return {
    encrypted: 0,
    isAvailable: async () => state.available ?? true,
    backend: () => (state.backend === undefined ? 'gnome_libsecret' : state.backend),
    async encrypt(text) {
      this.encrypted += 1;
      return Buffer.from(`${mark}${store}${[...text].reverse().join('')}`);
    },
    async decrypt(sealed) {
      if (state.failure) throw new Error(state.failure);
      if (sealed.toString().charAt(3) !== store) throw new Error('Error while decrypting');
      const text = [...sealed.toString().slice(4)].reverse().join('');
      return { result: text, shouldReEncrypt: state.shouldReEncrypt ?? false };
    },
  };
}

const open = (state: StorageState = {}) => folder.open(createDesktopSealers(createStorage(state)));

async function keepOne(state: StorageState = {}): Promise<string> {
  await (await open(state)).set('user-api-key', new Secret(canary));
  return folder.text();
}

const keychain = { backend: 'os_keychain', protects: true, locked: false };
const session = { backend: 'session', protects: false, locked: false };

// holds K1, K2
describe('the key of the desktop', () => {
  test('is stored in the keychain when that protects it', async () => {
    await keepOne();
    const vault = await open();
    expect(vault.protection()).toEqual(keychain);
    expect((await vault.get('user-api-key'))?.reveal()).toBe(canary);
    expect(JSON.parse(folder.text()).keys).toMatchObject({
      [JSON.parse(folder.text()).current]: { backend: 'os_keychain', system: 'gnome_libsecret' },
    });
  });

  test('is stored in the only keychain of other systems, where v10 is safe', async () => {
    await keepOne({ backend: null, mark: 'v10' });
    const vault = await open({ backend: null, mark: 'v10' });
    expect(vault.protection()).toEqual(keychain);
    expect((await vault.get('user-api-key'))?.reveal()).toBe(canary);
  });

  test.each(
    sampled<[string, StorageState]>(
      [
        ['the store is plain text', { backend: 'basic_text', mark: 'v10' }],
        ['the store is unknown', { backend: 'unknown', mark: 'v10' }],
        ['there is no store', { available: false }],
        ['the key is the hard-coded one', { mark: 'v10' }],
      ],
      2,
    ),
  )('is kept for this session only when %s', async (_name, state) => {
    const vault = await open(state);
    await vault.set('user-api-key', new Secret(canary));
    expect(vault.protection()).toEqual(session);
    expect((await vault.get('user-api-key'))?.reveal()).toBe(canary);
    expect(folder.files()).toEqual([]);
    await vault.protect(new Secret('a passphrase of hers'));
    expect(folder.files()).toEqual(['secrets.json']);
    const next = await open(state);
    expect(next.protection()).toEqual({ backend: 'passphrase', protects: true, locked: true });
    await next.unlock(new Secret('a passphrase of hers'));
    expect((await next.get('user-api-key'))?.reveal()).toBe(canary);
  });

  test('is not reported as damaged while the keychain is missing', async () => {
    const before = await keepOne();
    for (const state of [
      { available: false },
      { failure: 'Encryption is temporarily unavailable' },
    ]) {
      const vault = await open(state);
      const reason = state.failure ? 'temporarily_unavailable' : 'unavailable';
      const error = { code: 'secrets_unreadable', details: { reason } };
      expect(vault.fault()).toEqual(error);
      expect(vault.protection()).toEqual(keychain);
      await expect(vault.get('user-api-key')).rejects.toMatchObject(error);
      await expect(vault.set('user-api-key', new Secret('new'))).rejects.toMatchObject(error);
      expect(folder.text()).toBe(before);
    }
  });

  test('is read once the keychain is back, in the same run', async () => {
    await keepOne();
    const state: StorageState = { failure: 'temporarily unavailable' };
    const vault = await open(state);
    await expect(vault.get('user-api-key')).rejects.toMatchObject({ code: 'secrets_unreadable' });
    delete state.failure;
    expect((await vault.get('user-api-key'))?.reveal()).toBe(canary);
    expect(vault.fault()).toBeNull();
  });

  test('is kept when it does not open', async () => {
    const before = JSON.parse(await keepOne());
    const vault = await open({ failure: 'Error while decrypting the ciphertext CANARY' });
    const error = { code: 'secrets_unreadable', details: { reason: 'decrypt' } };
    expect(vault.fault()).toEqual(error);
    await expect(vault.get('user-api-key')).rejects.toMatchObject(error);
    await vault.set('certificate-key', new Secret('entered now'));
    const after = JSON.parse(folder.text());
    expect(after.entries).toMatchObject(before.entries);
    expect(after.keys).toMatchObject(before.keys);
    expect((await vault.get('certificate-key'))?.reveal()).toBe('entered now');
    expect(folder.log.lines.join()).not.toContain('CANARY');
  });

  test('is not lost when the keychain changes, and both keychains are named', async () => {
    const before = await keepOne();
    for (const backend of ['kwallet6', 'basic_text']) {
      const vault = await open({ backend, store: '2' });
      const error = {
        code: 'secrets_backend_changed',
        details: { from: 'gnome_libsecret', to: backend },
      };
      expect(vault.fault()).toEqual(error);
      await expect(vault.get('user-api-key')).rejects.toMatchObject(error);
      expect(folder.text()).toBe(before);
    }
    const unprotected = await open({ backend: 'basic_text', mark: 'v10', store: '2' });
    await unprotected.set('user-api-key', new Secret('for now'));
    expect((await unprotected.get('user-api-key'))?.reveal()).toBe('for now');
    expect(folder.text()).toBe(before);
    expect((await (await open()).get('user-api-key'))?.reveal()).toBe(canary);
  });

  test('is accepted from a keychain that opens and seals it, whatever its name', async () => {
    await keepOne();
    const vault = await open({ backend: 'basic_text' });
    expect(vault.protection()).toEqual(keychain);
    expect((await vault.get('user-api-key'))?.reveal()).toBe(canary);
    await vault.set('certificate-key', new Secret('sealed, too'));
    expect(folder.text()).toContain('os_keychain');
  });

  test('is kept beside new keys sealed by another keychain', async () => {
    await keepOne();
    const vault = await open({ backend: 'kwallet6', store: '2' });
    await vault.set('certificate-key', new Secret('entered now'));
    expect(vault.protection()).toEqual(keychain);
    const next = await open({ backend: 'kwallet6', store: '2' });
    expect((await next.get('certificate-key'))?.reveal()).toBe('entered now');
    await expect(next.get('user-api-key')).rejects.toMatchObject({
      code: 'secrets_backend_changed',
    });
    expect((await (await open()).get('user-api-key'))?.reveal()).toBe(canary);
  });

  test('is sealed again when the keychain asks for it', async () => {
    const before = JSON.parse(await keepOne());
    const vault = await open({ shouldReEncrypt: true, mark: 'v12' });
    const after = JSON.parse(folder.text());
    expect(after.keys[after.current].sealed).not.toBe(before.keys[before.current].sealed);
    expect(after.entries).toEqual(before.entries);
    expect((await vault.get('user-api-key'))?.reveal()).toBe(canary);
    expect((await (await open()).get('user-api-key'))?.reveal()).toBe(canary);
  });

  test('is not sealed again in a folder that another process owns', async () => {
    const before = await keepOne();
    const sealers = createDesktopSealers(createStorage({ shouldReEncrypt: true, mark: 'v12' }));
    const vault = await folder.open(sealers, true);
    expect((await vault.get('user-api-key'))?.reveal()).toBe(canary);
    expect(folder.text()).toBe(before);
  });
});
