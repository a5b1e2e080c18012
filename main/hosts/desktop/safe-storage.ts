import { safeStorage } from 'electron';
import type { SafeStoragePort } from '../../platform/secrets/safe-storage-sealer.ts';

/**
 * The system's keychain by Electron's asynchronous calls alone: the others are going away. Usable
 * once the application is ready.
 */
export function createSafeStoragePort(): SafeStoragePort {
  return {
    isAvailable: () => safeStorage.isAsyncEncryptionAvailable(),
    backend: () => (process.platform === 'linux' ? safeStorage.getSelectedStorageBackend() : null),
    encrypt: (text) => safeStorage.encryptStringAsync(text),
    decrypt: (sealed) => safeStorage.decryptStringAsync(sealed),
  };
}
