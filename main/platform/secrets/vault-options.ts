import type { CallError } from '../../../contract/errors.ts';
import type { Clock, Log, Vault } from '../ports.ts';
import type { LiveSecrets } from './live-secrets.ts';
import type { Sealer } from './sealer.ts';

/** What a vault is made of. */
export interface VaultOptions {
  readonly dataFolder: string;
  /** In order of preference; the last one is always available (key file or session). */
  readonly sealers: readonly Sealer[];
  readonly clock: Clock;
  readonly log: Log;
  /**
   * True where another process owns the data folder: its next write would undo a key replaced under
   * it.
   */
  readonly readOnly?: boolean;
  /** Learns every secret that passes through, for the log's last filter. */
  readonly secrets: LiveSecrets;
}

/** The vault with what only its owner needs. */
export interface OpenVault extends Vault {
  /**
   * Why stored secrets cannot be read at present, other than that a passphrase is wanted; null when
   * they can.
   */
  fault(): CallError | null;
  /** Wipes the keys; nothing can be called after it. */
  close(): Promise<void>;
}
