import type { CallError } from '../../../contract/errors.ts';
import type { Clock, Log, Vault } from '../ports.ts';
import type { LiveSecrets } from './live-secrets.ts';
import type { Sealer } from './sealer.ts';

/** The parts of a vault. */
export interface VaultOptions {
  readonly dataFolder: string;
  /** In order of preference; the last one is always available (key file or session). */
  readonly sealers: readonly Sealer[];
  readonly clock: Clock;
  readonly log: Log;
  /** True where another process owns the data folder: its next write would undo a change here. */
  readonly readOnly?: boolean;
  /** Receives every secret that is opened, for the log's last filter. */
  readonly secrets: LiveSecrets;
}

/** The vault with the methods that only its owner needs. */
export interface OpenVault extends Vault {
  /** Why stored secrets cannot be read now, other than a missing passphrase; null when they can. */
  fault(): CallError | null;
  /** Wipes the keys; no call is allowed after it. */
  close(): Promise<void>;
}
