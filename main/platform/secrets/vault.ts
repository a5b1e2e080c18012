import type { Buffer } from 'node:buffer';
import pLimit from 'p-limit';
import { v7 } from 'uuid';
import type { SecretHint } from '../../../contract/company.ts';
import { type CallError, ZubiError } from '../../../contract/errors.ts';
import type { Protection } from '../../../contract/settings.ts';
import type { GuardedFile } from '../files/json-file.ts';
import {
  type AuthenticationKey,
  authenticationKeyIds,
  authenticationKeyName,
  deriveAuthenticationKey,
} from './authentication.ts';
import { createOwnPassphraseSealer, createPassphraseSealer } from './passphrase-sealer.ts';
import { createKey } from './sealed-box.ts';
import type { Sealer } from './sealer.ts';
import { Secret, wiped } from './secret.ts';
import { openEntry, sealEntry } from './vault-entry.ts';
import { isGone, onlyIfGone, rethrow, unreadable } from './vault-error.ts';
import type { VaultContents, VaultEntry } from './vault-file.ts';
import * as vaultFile from './vault-file.ts';
import { VaultKeys } from './vault-keys.ts';
import { VaultOpening } from './vault-opening.ts';
import type { OpenVault, VaultOptions } from './vault-options.ts';

/**
 * Opens `secrets.json`. Neither its content nor its key's keeper makes it fail: what cannot be read
 * stays in place and `get` reports why (`secrets_locked`, `wrong_passphrase`, `secrets_unreadable`,
 * `secrets_backend_changed`).
 */
export async function openVault(options: VaultOptions): Promise<OpenVault> {
  const vault = new SealedVault(options);
  await vault.start();
  return vault;
}

/** The key for new entries; `keeps` is false when its entries stay in memory. */
type CurrentKey = Readonly<{ id: string; key: Buffer; keeps: boolean }>;

class SealedVault implements OpenVault {
  readonly #options: VaultOptions;
  readonly #file: GuardedFile<VaultContents>;
  readonly #keys: VaultKeys;
  readonly #opening: VaultOpening;
  /** Entries in memory only; they win over the file's entries of the same name. */
  #session: VaultContents = vaultFile.emptyContents;
  /** One call at a time: each sees what the previous one wrote. */
  readonly #inTurn = pLimit(1);

  constructor(options: VaultOptions) {
    const { dataFolder, sealers, clock, log, readOnly = false } = options;
    this.#options = options;
    this.#file = vaultFile.openVaultFile(dataFolder, clock);
    this.#keys = new VaultKeys(sealers, clock);
    this.#opening = new VaultOpening({ file: this.#file, keys: this.#keys, log, readOnly });
  }

  start(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#opening.look();
      const passphrase = await this.#keys.availablePassphrase();
      const { protects, locked } = this.#opening.protection;
      const unprotected = this.#file.read().current !== null && !protects && !locked;
      // A configured passphrase is a choice: entries under a key file move under it.
      if (passphrase && unprotected && this.#opening.fault === null && !this.#options.readOnly)
        await this.#rekey(passphrase);
      this.#options.log.info('vault.opened', { ...this.#opening.protection });
    });
  }

  get(name: string): Promise<Secret | null> {
    return this.#inTurn(() => this.#read(name));
  }

  names(): readonly string[] {
    return [this.#file.read(), this.#session].flatMap(({ entries }) => Object.keys(entries));
  }

  readonly set = (name: string, secret: Secret): Promise<void> => this.setMany([[name, secret]]);
  setMany(
    secrets: readonly (readonly [string, Secret])[],
    removed: readonly string[] = [],
  ): Promise<void> {
    return this.#inTurn(async () => {
      for (const [, secret] of secrets) this.#options.secrets.hold(secret);
      await this.#seal(secrets, removed);
    });
  }

  removeMany(names: readonly string[]): Promise<void> {
    return this.#inTurn(async () => {
      this.#refuseReadOnly();
      const contents = this.#file.read();
      const isKept = names.some((name) => vaultFile.entryOf(contents, name));
      if (isKept) this.#file.write(vaultFile.withoutEntries(contents, names));
      this.#session = vaultFile.withoutEntries(this.#session, names);
    });
  }

  hint(name: string): Promise<SecretHint> {
    return this.#inTurn(async () => {
      const present = [this.#session, this.#file.read()].some((contents) =>
        vaultFile.entryOf(contents, name),
      );
      // The last four characters are stored only encrypted, so a locked vault does not know them.
      using secret = present ? await this.#read(name).catch(() => null) : null;
      return { present, last4: secret?.last4() ?? null };
    });
  }

  authenticationKey(purpose: string, id?: string): Promise<AuthenticationKey> {
    return this.#inTurn(async () => {
      const made = await this.#authenticationRoot(id);
      const key = deriveAuthenticationKey(made.root, purpose);
      made.root.wipe();
      const isKept = !vaultFile.entryOf(this.#session, authenticationKeyName(made.id));
      return { id: made.id, key, isKept };
    });
  }

  protection(): Protection {
    return this.#opening.protection;
  }

  fault(): CallError | null {
    return this.#opening.fileFault() ?? this.#opening.fault;
  }

  protect(passphrase: Secret): Promise<Protection> {
    return this.#inTurn(async () => {
      this.#refuseReadOnly();
      this.#options.secrets.hold(passphrase);
      const sealer = createOwnPassphraseSealer(passphrase);
      await this.#rekey(sealer);
      this.#keys.replace(sealer);
      this.#options.log.info('vault.protected', { ...this.#opening.protection });
      return this.#opening.protection;
    });
  }

  unprotect(): Promise<Protection> {
    return this.#inTurn(async () => {
      this.#refuseReadOnly();
      await this.#rekey(await this.#keys.withoutPassphrase());
      this.#keys.replace(createPassphraseSealer(null));
      this.#options.log.info('vault.unprotected', { ...this.#opening.protection });
      return this.#opening.protection;
    });
  }

  unlock(passphrase: Secret): Promise<Protection> {
    return this.#inTurn(async () => {
      this.#options.secrets.hold(passphrase);
      const sealer = createOwnPassphraseSealer(passphrase);
      if (await this.#keys.unlock(sealer, this.#file.read())) await this.#opening.look();
      return this.#opening.protection;
    });
  }

  lock(): Promise<Protection> {
    return this.#inTurn(async () => {
      // Keys that open without a passphrase cannot be locked.
      if (this.#opening.protection.backend !== 'passphrase') return this.#opening.protection;
      this.#keys.lock();
      await this.#opening.look();
      this.#options.log.info('vault.locked', { ...this.#opening.protection });
      return this.#opening.protection;
    });
  }

  setAside(): Promise<Protection> {
    return this.#inTurn(async () => {
      this.#refuseReadOnly();
      if (!this.#opening.protection.locked) return this.#opening.protection;
      const { dataFolder, clock, log } = this.#options;
      vaultFile.keepAside(dataFolder, clock);
      this.#file.write(vaultFile.emptyContents);
      this.#keys.close();
      await this.#opening.look();
      log.info('vault.set_aside', { ...this.#opening.protection });
      return this.#opening.protection;
    });
  }

  close(): Promise<void> {
    return this.#inTurn(async () => this.#keys.close());
  }

  async #read(name: string): Promise<Secret | null> {
    const contents = vaultFile.entryOf(this.#session, name) ? this.#session : this.#file.read();
    const entry = vaultFile.entryOf(contents, name);
    if (entry) return this.#open(name, entry, contents);
    const fault = this.#opening.fileFault();
    // Nothing counts as absent while the file that should have it cannot be read.
    if (fault) throw new ZubiError(fault);
    return null;
  }

  async #open(name: string, entry: VaultEntry, contents: VaultContents): Promise<Secret> {
    const secret = openEntry(name, entry, await this.#opening.openKey(entry.key, contents));
    this.#options.secrets.hold(secret);
    return secret;
  }

  async #seal(
    secrets: readonly (readonly [string, Secret])[],
    removed: readonly string[] = [],
  ): Promise<void> {
    this.#refuseReadOnly();
    const { id, key, keeps } = await this.#currentKey();
    const entries = Object.fromEntries(
      secrets.map(([name, secret]) => [name, sealEntry(name, secret, id, key)]),
    );
    const contents = this.#file.read();
    const file = vaultFile.withoutEntries(contents, removed);
    const session = vaultFile.withoutEntries(this.#session, removed);
    if (keeps) this.#file.write(vaultFile.withEntries(file, entries));
    // A damaged file has none of them, and stays as it is.
    else if (removed.some((name) => vaultFile.entryOf(contents, name))) this.#file.write(file);
    this.#session = keeps
      ? vaultFile.withoutEntries(session, Object.keys(entries))
      : vaultFile.withEntries(session, entries);
  }

  /** The root of that id; without an id the newest, made where none exists or none opens again. */
  async #authenticationRoot(wanted?: string): Promise<Readonly<{ id: string; root: Secret }>> {
    const id = wanted ?? authenticationKeyIds(this.names())[0] ?? v7();
    const name = authenticationKeyName(id);
    const known = await this.#read(name).catch(wanted === undefined ? onlyIfGone : rethrow);
    if (known) return { id, root: known };
    if (wanted !== undefined) throw unreadable('missing');
    using bytes = wiped(createKey());
    const made = { id: v7(), root: new Secret(bytes) };
    await this.#seal([[authenticationKeyName(made.id), made.root]]);
    return made;
  }

  async #currentKey(): Promise<CurrentKey> {
    const contents = this.#file.read();
    if (contents.current !== null) {
      try {
        return {
          id: contents.current,
          key: await this.#opening.openKey(contents.current, contents),
          keeps: true,
        };
      } catch (error) {
        // A key that may return, or needs a passphrase, is not replaced without the person.
        if (!isGone(error)) throw error;
      }
    }
    const sealer = await this.#keys.preferred();
    if (!sealer.keeps && this.#session.current !== null) {
      const id = this.#session.current;
      return { id, key: await this.#opening.openKey(id, this.#session), keeps: false };
    }
    if (sealer.keeps) this.#opening.refuseNewer();
    const { id, key, record } = await this.#keys.create(sealer);
    if (sealer.keeps) this.#file.write(vaultFile.withKey(contents, id, record));
    else this.#session = vaultFile.withKey(this.#session, id, record);
    this.#opening.note(sealer, null);
    return { id, key, keeps: sealer.keeps };
  }

  /**
   * Seals everything again under a new key of this sealer, in one write. What cannot be opened
   * stays as it is.
   */
  async #rekey(sealer: Sealer): Promise<void> {
    this.#opening.refuseNewer();
    const old = this.#file.read();
    const fresh = await this.#keys.create(sealer);
    const entries: Record<string, VaultEntry> = {};
    for (const contents of [old, this.#session]) {
      for (const [name, entry] of Object.entries(contents.entries)) {
        using secret = await this.#open(name, entry, contents).catch(onlyIfGone);
        entries[name] = secret ? sealEntry(name, secret, fresh.id, fresh.key) : entry;
      }
    }
    const used = new Set(Object.values(entries).map(({ key }) => key));
    const kept = Object.entries(old.keys).filter(([id]) => used.has(id));
    const keys = { ...Object.fromEntries(kept), [fresh.id]: fresh.record };
    this.#file.write({ ...old, current: fresh.id, keys, entries });
    const former = { ...old.keys, ...this.#session.keys };
    this.#session = vaultFile.emptyContents;
    for (const [id, record] of Object.entries(former)) {
      if (!(id in keys)) await this.#keys.forget(id, record, Object.values(keys));
    }
    this.#opening.note(sealer, null);
  }

  #refuseReadOnly(): void {
    if (this.#options.readOnly) throw new ZubiError('data_folder_in_use');
  }
}
