import type { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { ZubiError } from '../../../contract/errors.ts';
import type { Clock } from '../ports.ts';
import { createPassphraseSealer } from './passphrase-sealer.ts';
import { createKey } from './sealed-box.ts';
import type { Sealer } from './sealer.ts';
import { unreadable } from './vault-error.ts';
import type { KeyRecord, VaultContents } from './vault-file.ts';

/** A new key, open, with its record. */
interface NewKey {
  readonly id: string;
  readonly record: KeyRecord;
  readonly key: Buffer;
}

/** The vault's keys: opens each with the sealer that sealed it, once a run, and makes new ones. */
export class VaultKeys {
  readonly #open = new Map<string, Buffer>();
  readonly #clock: Clock;
  #sealers: readonly Sealer[];

  constructor(sealers: readonly Sealer[], clock: Clock) {
    // Every vault accepts a passphrase, also when its host offers none at its start.
    const isOffered = sealers.some(({ backend }) => backend === 'passphrase');
    this.#sealers = isOffered ? sealers : [...sealers, createPassphraseSealer(null)];
    this.#clock = clock;
  }

  sealerOf(record: KeyRecord): Sealer | null {
    return this.#sealers.find((sealer) => sealer.backend === record.backend) ?? null;
  }

  /** Replaces the sealer of the same kind. */
  replace(sealer: Sealer): void {
    this.#sealers = this.#sealers.map((other) =>
      other.backend === sealer.backend ? sealer : other,
    );
  }

  /** The first sealer that can seal a new key now. Error: `secrets_unprotected` when none can. */
  async preferred(): Promise<Sealer> {
    for (const sealer of this.#sealers) if (await sealer.available()) return sealer;
    throw new ZubiError('secrets_unprotected');
  }

  /** The first sealer that keeps keys without a passphrase. Error: `secrets_unprotected`. */
  async withoutPassphrase(): Promise<Sealer> {
    for (const sealer of this.#sealers)
      if (sealer.backend !== 'passphrase' && sealer.keeps && (await sealer.available()))
        return sealer;
    throw new ZubiError('secrets_unprotected');
  }

  /** The passphrase's sealer when a passphrase is known. */
  async availablePassphrase(): Promise<Sealer | null> {
    const sealer = this.#sealers.find(({ backend }) => backend === 'passphrase');
    return sealer && (await sealer.available()) ? sealer : null;
  }

  /**
   * The key of a record, and a new record when its keeper asked to seal again. Errors: those of
   * `Sealer.openKey`, and `secrets_backend_changed` with both names.
   */
  async open(id: string, record: KeyRecord): Promise<{ key: Buffer; renewed: KeyRecord | null }> {
    const known = this.#open.get(id);
    if (known) return { key: known, renewed: null };
    const sealer = this.sealerOf(record);
    if (sealer === null) throw await this.#changed(record, null);
    const { key, stale } = await sealer.openKey(record.sealed).catch(async (error: unknown) => {
      // The name alone says little: some desktops give another one for the same store.
      const isOther = systemOf(sealer) !== record.system && !isPassing(error);
      throw isOther ? await this.#changed(record, sealer) : error;
    });
    this.#open.set(id, key);
    const anew = stale ? await sealer.sealKey(key).catch(() => null) : null;
    const renewed = anew === null ? null : { ...record, system: systemOf(sealer), sealed: anew };
    return { key, renewed };
  }

  async #changed(record: KeyRecord, sealer: Sealer | null): Promise<ZubiError> {
    const now = sealer ?? (await this.preferred());
    const names = { from: record.system ?? record.backend, to: systemOf(now) ?? now.backend };
    return new ZubiError('secrets_backend_changed', names);
  }

  /**
   * Opens every key of this passphrase, and uses its sealer from now on; false when no key needs a
   * passphrase. Error: `wrong_passphrase` when it opens none.
   */
  async unlock(sealer: Sealer, contents: VaultContents): Promise<boolean> {
    const wanted = Object.entries(contents.keys).filter(
      ([, { backend }]) => backend === sealer.backend,
    );
    let opened = 0;
    for (const [id, { sealed }] of wanted) {
      const key = await sealer.openKey(sealed).catch(onlyIfWrong);
      if (key === null) continue;
      this.#open.set(id, key.key);
      opened += 1;
    }
    if (wanted.length > 0 && opened === 0) throw new ZubiError('wrong_passphrase');
    if (opened > 0) this.replace(sealer);
    return opened > 0;
  }

  /**
   * Errors: those of the disk; `secrets_unreadable` with reason `unavailable` when the sealer fails
   * after all.
   */
  async create(sealer: Sealer): Promise<NewKey> {
    const key = createKey();
    const sealed = await sealer.sealKey(key).catch(toUnavailable);
    const id = randomUUID();
    this.#open.set(id, key);
    const createdAt = this.#clock().toISOString();
    return {
      id,
      key,
      record: { backend: sealer.backend, system: systemOf(sealer), sealed, createdAt },
    };
  }

  /** Deletes a key for good, also in its sealer's store. Never fails: a remainder opens nothing. */
  async forget(id: string, record: KeyRecord, stillUsed: readonly KeyRecord[]): Promise<void> {
    this.#open.get(id)?.fill(0);
    this.#open.delete(id);
    const sealer = this.sealerOf(record);
    // A key file serves all keys of its kind.
    if (sealer === null || stillUsed.some(({ backend }) => backend === record.backend)) return;
    await sealer.forgetKey?.(record.sealed).catch(() => undefined);
  }

  /** Wipes open keys, and forgets what a person typed to open them. */
  lock(): void {
    this.close();
    for (const sealer of this.#sealers) sealer.lock?.();
  }

  /** Wipes open keys. */
  close(): void {
    for (const key of this.#open.values()) key.fill(0);
    this.#open.clear();
  }
}

/** Null where a sealer has one store only. */
const systemOf = (sealer: Sealer): string | null => sealer.system?.() ?? null;

function onlyIfWrong(error: unknown): null {
  if (error instanceof ZubiError && error.code === 'wrong_passphrase') return null;
  throw error;
}

function toUnavailable(error: unknown): never {
  if (error instanceof ZubiError) throw error;
  throw unreadable('unavailable');
}

function isPassing(error: unknown): boolean {
  return error instanceof ZubiError && error.details.reason === 'temporarily_unavailable';
}
