import type { Buffer } from 'node:buffer';
import { type CallError, ZubiError } from '../../../contract/errors.ts';
import type { Protection } from '../../../contract/settings.ts';
import type { GuardedFile } from '../files/json-file.ts';
import type { Log } from '../ports.ts';
import type { Sealer } from './sealer.ts';
import { isGone, toVaultError, unreadable } from './vault-error.ts';
import type { VaultContents } from './vault-file.ts';
import * as vaultFile from './vault-file.ts';
import type { VaultKeys } from './vault-keys.ts';

interface VaultOpeningOptions {
  readonly file: GuardedFile<VaultContents>;
  readonly keys: VaultKeys;
  readonly log: Log;
  readonly readOnly: boolean;
}

/** Opens the keys of the vault, and remembers what this shows about their protection. */
export class VaultOpening {
  readonly #options: VaultOpeningOptions;
  #protection: Protection = { backend: 'session', protects: false, locked: false };
  #fault: CallError | null = null;

  constructor(options: VaultOpeningOptions) {
    this.#options = options;
  }

  get protection(): Protection {
    return this.#protection;
  }

  get fault(): CallError | null {
    return this.#fault;
  }

  async openKey(id: string, contents: VaultContents): Promise<Buffer> {
    const record = contents.keys[id];
    if (record === undefined) throw unreadable('missing');
    const isCurrent = id === this.#options.file.read().current;
    try {
      const { key, renewed } = await this.#options.keys.open(id, record);
      if (renewed && !this.#options.readOnly) this.#renew(id, renewed);
      const sealer = this.#options.keys.sealerOf(record);
      if (isCurrent && sealer) this.note(sealer, null);
      return key;
    } catch (error) {
      const known = toVaultError(error);
      if (isCurrent) this.note(await this.#sealerInForce(record, known), known);
      throw known;
    }
  }

  /** The sealer of a new entry, after this failure of the current key. */
  async #sealerInForce(record: vaultFile.KeyRecord, error: ZubiError): Promise<Sealer> {
    const own = this.#options.keys.sealerOf(record);
    return own && !isGone(error) ? own : this.#options.keys.preferred();
  }

  note({ backend, protects }: Sealer, error: ZubiError | null): void {
    const locked = error?.code === 'secrets_locked' || error?.code === 'wrong_passphrase';
    this.#protection = { backend, protects, locked };
    const fault = error && error.code !== 'secrets_locked' ? error : null;
    if (fault && fault.code !== this.#fault?.code) {
      this.#options.log.warn('vault.fault', {
        code: fault.code,
        reason: String(fault.details.reason ?? ''),
      });
    }
    this.#fault = fault && { code: fault.code, details: fault.details };
  }

  /** Tries the current key, and notes what this shows about the protection. */
  async look(): Promise<void> {
    const contents = this.#options.file.read();
    if (contents.current === null) this.note(await this.#options.keys.preferred(), null);
    else await this.openKey(contents.current, contents).catch(() => undefined);
  }

  #renew(id: string, record: vaultFile.KeyRecord): void {
    try {
      const contents = this.#options.file.read();
      this.#options.file.write(vaultFile.withKey(contents, id, record, contents.current ?? id));
      this.#options.log.info('vault.resealed', { backend: record.backend });
    } catch (error) {
      // The former seal still opens; the next run asks again.
      this.#options.log.warn('vault.reseal_failed', { code: toVaultError(error).code });
    }
  }

  fileFault(): CallError | null {
    const fault = this.#options.file.fault();
    if (fault === null || (fault.kind === 'damaged' && fault.keptAs !== null)) return null;
    return { code: 'secrets_unreadable', details: { reason: fault.kind, file: 'secrets.json' } };
  }

  refuseNewer(): void {
    const fault = this.fileFault();
    if (fault?.details.reason === 'newer') throw new ZubiError(fault);
  }
}
