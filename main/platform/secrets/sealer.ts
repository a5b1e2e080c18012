import type { Buffer } from 'node:buffer';
import type { Protection } from '../../../contract/settings.ts';

/** The vault's key, as a sealer returns it. */
export interface OpenedKey {
  readonly key: Buffer;
  /** True when its keeper asks to seal it again (a rotated or a stronger key). */
  readonly stale: boolean;
}

/**
 * One way of keeping the vault's key (32 random bytes under which every entry is sealed). The vault
 * asks the sealers in the order it was given them and uses the first that is available.
 */
export interface Sealer {
  readonly backend: Protection['backend'];
  /**
   * False when a reader of the disk can open the entries, or when they do not outlive the process.
   */
  readonly protects: boolean;
  /** False for a sealer whose entries are never written to disk. */
  readonly keeps: boolean;
  /** The store behind it, of several of its kind (`gnome_libsecret`, `kwallet6`). */
  system?(): string | null;
  /** Whether a new key can be sealed now. Tries the real store; never hangs, never rejects. */
  available(): Promise<boolean>;
  /** The record from which `openKey` restores the key. */
  sealKey(key: Buffer): Promise<string>;
  /**
   * Errors: `secrets_locked` (a passphrase is wanted), `wrong_passphrase`, `secrets_unreadable`
   * with a `reason` (`unavailable`, `temporarily_unavailable`, `missing`, `decrypt`).
   */
  openKey(sealed: string): Promise<OpenedKey>;
  /** Forgets what a person typed to open it; absent when it opens by itself. */
  lock?(): void;
  /** Removes what `sealKey` left outside the vault's own file, once nothing refers to it. */
  forgetKey?(sealed: string): Promise<void>;
}
