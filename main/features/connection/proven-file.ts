import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { ZubiError } from '../../../contract/errors.ts';
import {
  createJsonFile,
  type FileFault,
  type GuardedFile,
} from '../../platform/files/json-file.ts';
import { stampOf } from '../../platform/files/stamp.ts';
import type { Clock, Vault } from '../../platform/ports.ts';
import { onlyIfGone } from '../../platform/secrets/vault-error.ts';
import {
  type ConnectionFile,
  connectionFileSchema,
  readProfile,
  slotInForce,
} from './connection-file.ts';
import { isProven, proveConnection } from './proof.ts';

/** Why no key is given out: it was not set here, or this version does not take its profile. */
export type Refusal = 'connection_unproven' | 'service_profile_unread';

interface ProvenFileOptions {
  readonly dataFolder: string;
  readonly vault: Pick<Vault, 'authenticationKey' | 'names'>;
  readonly clock: Clock;
}

/**
 * `connection.json`, stored in the clear. The vault proves that it was set here. A file put there
 * or changed by anything else is read and shown, but not used until a person confirms it. The same
 * for a connection in force whose profile this version does not take.
 */
export class ProvenFile {
  readonly #options: ProvenFileOptions;
  readonly #file: GuardedFile<ConnectionFile>;
  #isProven: boolean | null = null;

  constructor(options: ProvenFileOptions) {
    this.#options = options;
    this.#file = createJsonFile<ConnectionFile>({
      path: this.#path,
      version: 2,
      schema: connectionFileSchema,
      defaults: connectionFileSchema.parse({}),
      setAside: 'at_once',
      clock: options.clock,
    });
  }

  get #path(): string {
    return join(this.#options.dataFolder, 'connection.json');
  }

  read(): ConnectionFile {
    return this.#file.read();
  }

  fault(): FileFault | null {
    return this.#file.fault();
  }

  /**
   * Null for a file that may be used. Throws `secrets_locked` and any other error that keeps the
   * vault from deciding now.
   */
  async refusal(): Promise<Refusal | null> {
    if (!(await this.#wasSetHere())) return 'connection_unproven';
    return hasReadableProfile(this.read()) ? null : 'service_profile_unread';
  }

  async #wasSetHere(): Promise<boolean> {
    this.#isProven ??= await isProven(this.#options.vault, this.read());
    return this.#isProven;
  }

  /**
   * Writes what `next` returns, with its proof. Sets a copy of an unproven file aside and drops its
   * profiles and its other connections: the confirming person sees only the address and the
   * software's data. Calls `onWritten` at once, so that nobody uses the new keys with the old
   * client. Throws what `refusal` and the disk throw.
   */
  async change(
    next: (file: ConnectionFile) => ConnectionFile,
    onWritten: () => void,
  ): Promise<void> {
    // False also when the proof's key is lost for good: a person confirms the file again.
    const isRight = (await this.#wasSetHere().catch(onlyIfGone)) ?? false;
    const changed = await proveConnection(this.#options.vault, () =>
      isRight ? next(this.read()) : onlyConfirmed(next(withoutProfiles(this.read()))),
    );
    if (!isRight) this.#setAside();
    this.#file.write(changed);
    this.#isProven = true;
    onWritten();
  }

  /** Throws `Refusal`, `secrets_locked`. */
  async requireTrust(): Promise<void> {
    const code = await this.refusal().catch(
      (fault): Refusal => onlyIfGone(fault) ?? 'connection_unproven',
    );
    if (code !== null) throw new ZubiError(code);
  }

  /** Accepts the whole file as proven: it came in a sealed archive that a person opened. */
  async accept(): Promise<void> {
    this.#file.write(await proveConnection(this.#options.vault, () => this.read()));
  }

  /** Notes the own sandbox's address, which needs no proof. */
  noteSandbox(baseUrl: string): void {
    const file = this.read();
    const connections = file.connections.map((slot) => (slot.own ? { ...slot, baseUrl } : slot));
    this.#file.write({ ...file, connections });
  }

  #setAside(): void {
    const time = stampOf(this.#options.clock());
    if (existsSync(this.#path)) copyFileSync(this.#path, `${this.#path}.unproven-${time}`);
  }
}

function hasReadableProfile(file: ConnectionFile): boolean {
  const slot = slotInForce(file);
  return slot === null || readProfile(slot) !== null;
}

function withoutProfiles(file: ConnectionFile): ConnectionFile {
  return { ...file, connections: file.connections.map((slot) => ({ ...slot, profile: null })) };
}

function onlyConfirmed(file: ConnectionFile): ConnectionFile {
  const slot = slotInForce(file);
  return { ...file, connections: slot ? [slot] : [] };
}
