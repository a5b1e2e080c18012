import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { ZubiError } from '../../../contract/errors.ts';
import {
  createJsonFile,
  type FileFault,
  type GuardedFile,
} from '../../platform/files/json-file.ts';
import type { Clock, Vault } from '../../platform/ports.ts';
import { onlyIfGone } from '../../platform/secrets/vault-error.ts';
import { type ConnectionFile, connectionFileSchema } from './connection-file.ts';
import { isProven, proveConnection } from './proof.ts';

/** `unknown` while the vault cannot tell. */
export type Proof = 'proven' | 'unproven' | 'unknown';

interface ProvenFileOptions {
  readonly dataFolder: string;
  readonly vault: Pick<Vault, 'authenticationKey' | 'names'>;
  readonly clock: Clock;
}

/**
 * `connection.json`, which lies in the clear and is known again by the vault. A file that was put
 * there or changed by anything else is read and shown, and is good for nothing until it is
 * confirmed.
 */
export class ProvenFile {
  readonly #options: ProvenFileOptions;
  readonly #file: GuardedFile<ConnectionFile>;
  #isProven: boolean | null = null;

  constructor(options: ProvenFileOptions) {
    this.#options = options;
    this.#file = createJsonFile<ConnectionFile>({
      path: this.#path,
      version: 1,
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

  async proof(): Promise<Proof> {
    const isRight = await this.isProven().catch(() => null);
    return isRight === null ? 'unknown' : isRight ? 'proven' : 'unproven';
  }

  /** Throws `secrets_locked` and whatever else keeps the vault from telling for now. */
  async isProven(): Promise<boolean> {
    this.#isProven ??= await isProven(this.#options.vault, this.#file.read());
    return this.#isProven;
  }

  /**
   * Writes what `next` makes of it, with its proof. Of a file that did not prove itself a copy is
   * set aside, and neither its profile nor its other service stay: a person confirms the address
   * and sees the software's data, not these. `onWritten` is called in the moment in which it holds:
   * nobody meets the new keys beside the old client. Throws what `isProven` and the disk throw.
   */
  async change(
    next: (file: ConnectionFile) => ConnectionFile,
    onWritten: () => Promise<void>,
  ): Promise<void> {
    const isRight = await this.#isTrusted();
    const changed = await proveConnection(this.#options.vault, () =>
      isRight ? next(this.read()) : onlyConfirmed(next({ ...this.read(), profile: null })),
    );
    if (!isRight) this.#setAside();
    this.#file.write(changed);
    this.#isProven = true;
    await onWritten();
  }

  /** Throws `connection_unproven`, `secrets_locked`. */
  async requireTrust(): Promise<void> {
    if (!(await this.#isTrusted())) throw new ZubiError('connection_unproven');
  }

  /** What is proven by a key that is gone for good is confirmed anew, as what was never proven. */
  async #isTrusted(): Promise<boolean> {
    return (await this.isProven().catch(onlyIfGone)) ?? false;
  }

  /** Takes the whole for proven: it came in an archive under a seal that a person opened. */
  async accept(): Promise<void> {
    this.#file.write(await proveConnection(this.#options.vault, () => this.read()));
  }

  /** Whether the own sandbox stood at that address when it ran last. */
  isSandboxAt(baseUrl: string): boolean {
    const { sandbox } = this.read();
    return sandbox?.own === true && sandbox.baseUrl === baseUrl;
  }

  /** Where the own sandbox is now, which needs no proof. */
  noteSandbox(baseUrl: string): void {
    const { sandbox, ...others } = this.read();
    if (sandbox) this.#file.write({ ...others, sandbox: { ...sandbox, baseUrl } });
  }

  #setAside(): void {
    const time = this.#options.clock().toISOString().replaceAll(/[:.]/g, '-');
    if (existsSync(this.#path)) copyFileSync(this.#path, `${this.#path}.unproven-${time}`);
  }
}

function onlyConfirmed({ active, ...file }: ConnectionFile): ConnectionFile {
  const slots = { sandbox: null, production: null };
  return { ...file, active, ...slots, ...(active === 'none' ? {} : { [active]: file[active] }) };
}
