import { Buffer } from 'node:buffer';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSafeStoragePort } from '../../../main/hosts/desktop/safe-storage.ts';
import { createSafeStorageSealer } from '../../../main/platform/secrets/safe-storage-sealer.ts';
import * as electron from './fake-electron.ts';

beforeEach(() => electron.reset());
afterEach(() => vi.unstubAllGlobals());

const onPlatform = (platform: string) => vi.stubGlobal('process', { ...process, platform });

// holds E17
describe('E17 the keychain', () => {
  test('is used through its asynchronous calls only; the stand-in has no others', async () => {
    const port = createSafeStoragePort();
    expect(await port.isAvailable()).toBe(true);
    const sealed = await port.encrypt('a key');
    expect((await port.decrypt(sealed)).result).toBe('a key');
    expect(electron.safeStorage.used).toEqual([
      'isAsyncEncryptionAvailable',
      'encryptStringAsync',
      'decryptStringAsync',
    ]);
  });

  test('names its store on Linux, where there are several', () => {
    onPlatform('linux');
    expect(createSafeStoragePort().backend()).toBe('gnome_libsecret');
    onPlatform('darwin');
    expect(createSafeStoragePort().backend()).toBeNull();
    onPlatform('win32');
    expect(createSafeStoragePort().backend()).toBeNull();
  });

  test('seals and opens the vault’s key', async () => {
    onPlatform('linux');
    const sealer = createSafeStorageSealer(createSafeStoragePort());
    expect(await sealer.available()).toBe(true);
    const key = Buffer.alloc(32, 7);
    expect((await sealer.openKey(await sealer.sealKey(key))).key).toEqual(key);
  });

  test.each([
    ['v10', false],
    ['v11', true],
    ['v12', true],
  ])('is identified by the prefix of its sealed data, not by its name: %s', async (mark, isOne) => {
    onPlatform('linux');
    for (const backend of ['gnome_libsecret', 'basic_text', 'unknown']) {
      Object.assign(electron.safeStorage, { storageBackend: backend, mark });
      expect(await createSafeStorageSealer(createSafeStoragePort()).available()).toBe(isOne);
    }
  });

  test('is not available when it fails, and nothing is thrown', async () => {
    electron.safeStorage.fault = new Error('locked');
    expect(await createSafeStorageSealer(createSafeStoragePort()).available()).toBe(false);
  });
});
