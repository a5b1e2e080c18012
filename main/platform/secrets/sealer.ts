import type { Buffer } from 'node:buffer';
import type { Protection } from '../../../contract/settings.ts';

/** The vault's key as a sealer gives it back. */
export interface OpenedKey {
  readonly key: Buffer;
  /**
   * True when the place it is kept in asks for it to be sealed anew (a rotated or a stronger key).
   */
  readonly stale: boolean;
}

/**
 * One way of keeping the vault's key (32 random bytes under which every entry is sealed). The vault
 * asks the sealers in the order it was given them and uses the first that is available.
 */
export interface Sealer {
  readonly backend: Protection['backend'];
  /**
   * False where whoever reads the disk can open the entries, or where they do not outlive the
   * process.
   */
  readonly protects: boolean;
  /** False for a sealer whose entries are never written to the disk. */
  readonly keeps: boolean;
  /**
   * Which of several stores of its kind is behind it (`gnome_libsecret`, `kwallet6`), null where
   * there is one only.
   */
  system(): string | null;
  /** Whether a new key can be sealed now. Asks the real thing; never hangs, never rejects. */
  available(): Promise<boolean>;
  /** What to write down so that `openKey` gives the key back. */
  sealKey(key: Buffer): Promise<string>;
  /**
   * Errors: `secrets_locked` (a passphrase is wanted), `wrong_passphrase`, `secrets_unreadable`
   * with a `reason` (`unavailable`, `temporarily_unavailable`, `missing`, `decrypt`).
   */
  openKey(sealed: string): Promise<OpenedKey>;
  /** Forgets what a person typed to open it; absent where it opens by itself. */
  lock?(): void;
  /** Takes away what `sealKey` left outside the vault's own file, once nothing refers to it. */
  forgetKey(sealed: string): Promise<void>;
}
