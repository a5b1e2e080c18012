import { toCallError } from '../call-error.ts';
import type { VerifySeal } from '../db/chain-check.ts';
import type { Log, Vault } from '../ports.ts';
import { currentKey, type EvidenceKey, keyOf, verifyWith } from './evidence-key.ts';
import type { Found } from './question.ts';

/**
 * `sealed`: a key is available. `bare`: no key here outlives the process, so nothing is sealed.
 * `waiting`: a passphrase is needed, or no key was needed yet.
 */
type SealState = 'sealed' | 'bare' | 'waiting';

/** Keys by their ids, for another thread. */
export type RevealedKeys = readonly (readonly [id: string, base64: string])[];

/** The available keys of a history. Locking the vault removes them. */
export class ChainKeys {
  readonly #vault: Vault;
  readonly #log: Log;
  readonly #known = new Map<string, EvidenceKey>();
  #current: EvidenceKey | null = null;
  #inForce: EvidenceKey | null = null;
  #isBare = false;

  constructor({ vault, log }: { readonly vault: Vault; readonly log: Log }) {
    this.#vault = vault;
    this.#log = log;
  }

  /** The key that signs heads and notes, and that may seal links. */
  current(): EvidenceKey | null {
    if (this.#current && this.#vault.protection().locked) this.close();
    return this.#current;
  }

  /** The key that seals links: the available one, once the chain names it. */
  inForce(): EvidenceKey | null {
    return this.current() === this.#inForce ? this.#inForce : null;
  }

  putInForce(key: EvidenceKey | null): void {
    this.#inForce = key;
  }

  sealState(): SealState {
    if (this.current()) return 'sealed';
    return this.#isBare ? 'bare' : 'waiting';
  }

  /** Never fails: the key can wait. */
  async take({ keyIds }: Found): Promise<void> {
    if (this.current() || this.#vault.protection().locked) return;
    try {
      const current = await currentKey(this.#vault);
      this.#isBare = current === null;
      for (const id of keyIds) {
        const key = id === current?.id ? null : await keyOf(this.#vault, id);
        if (key) this.#known.set(id, key);
      }
      if (current) this.#known.set(current.id, current);
      this.#current = current;
    } catch (error) {
      this.#log.warn('chain_not_sealed', { code: toCallError(error).code });
    }
  }

  verify(): VerifySeal | null {
    return this.#known.size === 0 ? null : verifyWith(this.#known.values());
  }

  reveal(): RevealedKeys {
    return [...this.#known.values()].map((key) => [key.id, key.reveal()]);
  }

  close(): void {
    for (const key of this.#known.values()) key[Symbol.dispose]();
    this.#known.clear();
    this.#current = null;
    this.#inForce = null;
  }
}
