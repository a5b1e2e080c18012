import type { Clock } from '../ports.ts';
import { createKeyFileSealer } from './key-file-sealer.ts';
import { createKeyringProcess } from './keyring-port.ts';
import { createKeyringSealer } from './keyring-sealer.ts';
import { createPassphraseSealer, takePassphrase } from './passphrase-sealer.ts';
import { createSafeStorageSealer, type SafeStoragePort } from './safe-storage-sealer.ts';
import type { Sealer } from './sealer.ts';
import { createSessionSealer } from './session-sealer.ts';

interface LocalSealersOptions {
  readonly dataFolder: string;
  readonly clock: Clock;
  /** `ZUBI_PASSPHRASE` is removed from it. */
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * For the browser and command line hosts: the system's keychain, a passphrase of the environment,
 * and last a key file, of which `Vault.protection()` says that it does not protect.
 */
export function createLocalSealers(options: LocalSealersOptions): readonly Sealer[] {
  const passphrase = createPassphraseSealer(takePassphrase(options.environment));
  return [
    createKeyringSealer(createKeyringProcess({ environment: options.environment })),
    passphrase,
    createKeyFileSealer(options),
  ];
}

/**
 * For the desktop: the system's keychain through its host, else this session only until a
 * passphrase is chosen.
 */
export function createDesktopSealers(port: SafeStoragePort): readonly Sealer[] {
  return [createSafeStorageSealer(port), createPassphraseSealer(null), createSessionSealer()];
}
