import type { Vault } from '../ports.ts';
import type { Secret } from './secret.ts';

/**
 * Keys for a run of sending: each is opened once, and wiped when the run is over. What the vault
 * was told since is never missed: after any change of it the keys are opened anew.
 */
export class OpenedKeys implements Pick<Vault, 'get'> {
  readonly #vault: Vault;
  readonly #opened = new Map<string, Secret>();
  /** From before a change; whoever was given one may still need it. */
  readonly #former: Secret[] = [];
  #changes: number;

  constructor(vault: Vault) {
    this.#vault = vault;
    this.#changes = vault.changes();
  }

  /** The vault's own answers and errors. The one who asks does not wipe what it gets. */
  async get(name: string): Promise<Secret | null> {
    const changes = this.#vault.changes();
    if (changes !== this.#changes) {
      this.#former.push(...this.#opened.values());
      this.#opened.clear();
      this.#changes = changes;
    }
    const known = this.#opened.get(name);
    if (known) return known;
    const secret = await this.#vault.get(name);
    if (!secret) return null;
    // Another may have asked for it meanwhile, and the vault may have changed: then this one is
    // used once.
    if (this.#opened.has(name) || this.#vault.changes() !== changes) this.#former.push(secret);
    else this.#opened.set(name, secret);
    return secret;
  }

  /** To be called when nobody needs any of them. */
  wipe(): void {
    for (const secret of [...this.#opened.values(), ...this.#former]) secret.wipe();
    this.#opened.clear();
    this.#former.length = 0;
  }
}
