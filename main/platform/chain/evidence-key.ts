import { Buffer } from 'node:buffer';
import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { VerifySeal } from '../db/chain-check.ts';
import type { Vault } from '../ports.ts';
import { authenticate, isAuthentic } from '../secrets/authentication.ts';
import { Secret, wiped } from '../secrets/secret.ts';
import { onlyIfGone } from '../secrets/vault-error.ts';

/** The purpose of a code: a code for one purpose proves nothing for another. */
type EvidencePurpose = 'link' | 'witness' | 'restored';

/**
 * A key of the vault for the chain of evidence: codes (HMAC-SHA256) for the links and for the notes
 * outside, and an Ed25519 key pair whose signatures of heads anyone can verify.
 */
export class EvidenceKey {
  readonly id: string;
  readonly #key: Secret;
  readonly #signing: KeyObject;

  constructor(id: string, key: Secret) {
    this.id = id;
    this.#key = key;
    this.#signing = toSigningKey(key);
  }

  code(purpose: EvidencePurpose, text: string): Buffer {
    return authenticate(this.#key, toMessage(purpose, text));
  }

  isOwn(purpose: EvidencePurpose, text: string, code: Uint8Array): boolean {
    return isAuthentic(this.#key, toMessage(purpose, text), code);
  }

  /** 64 bytes, hexadecimal. */
  sign(text: string): string {
    return sign(null, Buffer.from(text), this.#signing).toString('hex');
  }

  /** 32 bytes, hexadecimal. */
  publicKey(): string {
    const { x = '' } = createPublicKey(this.#signing).export({ format: 'jwk' });
    return Buffer.from(x, 'base64url').toString('hex');
  }

  /** Base64, for an archive with keys and for the thread that checks a history. */
  reveal(): string {
    using bytes = this.#key.revealBytes();
    return bytes.toString('base64');
  }

  [Symbol.dispose](): void {
    this.#key.wipe();
  }
}

const toMessage = (purpose: EvidencePurpose, text: string): Buffer =>
  Buffer.from(`zubi evidence 1 ${purpose}\n${text}`);

/** PKCS #8 of an Ed25519 key, up to its 32 bytes (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

function toSigningKey(key: Secret): KeyObject {
  using seed = wiped(authenticate(key, Buffer.from('zubi evidence 1 signing key')));
  using der = wiped(Buffer.concat([pkcs8, seed]));
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

const purpose = 'evidence';
const importedPrefix = 'evidence-key:';

/** The name of a key from another vault, in this vault and in an archive. */
export const importedKeyName = (id: string): string => `${importedPrefix}${id}`;

/** Whether a name is such a name. */
export const isImportedKey = (name: string): boolean => name.startsWith(importedPrefix);

/**
 * The key that seals links now. Null when it would not outlive the process. Throws the vault's
 * errors (`secrets_locked`).
 */
export async function currentKey(vault: Vault): Promise<EvidenceKey | null> {
  const { id, key, isKept } = await vault.authenticationKey(purpose);
  if (isKept) return new EvidenceKey(id, key);
  key.wipe();
  return null;
}

/** A key by its id, this vault's own or one from an archive; null when it is not here. */
export async function keyOf(vault: Vault, id: string): Promise<EvidenceKey | null> {
  const own = await vault.authenticationKey(purpose, id).catch(onlyIfGone);
  if (own) return new EvidenceKey(id, own.key);
  const imported = await vault.get(importedKeyName(id)).catch(onlyIfGone);
  return imported && fromText(id, imported.reveal());
}

function fromText(id: string, base64: string): EvidenceKey {
  return new EvidenceKey(id, new Secret(Buffer.from(base64, 'base64')));
}

/** Verifies seals with these keys. */
export function verifyWith(keys: Iterable<EvidenceKey>): VerifySeal {
  const byId = new Map([...keys].map((key) => [key.id, key]));
  return (id, hash, seal) => byId.get(id)?.isOwn('link', hash, seal) ?? null;
}

/** Restores the keys in another thread. */
export function toKeys(revealed: readonly (readonly [string, string])[]): readonly EvidenceKey[] {
  return revealed.map(([id, key]) => fromText(id, key));
}
