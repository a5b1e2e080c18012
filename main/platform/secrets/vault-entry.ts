import type { Buffer } from 'node:buffer';
import { openBox, sealBox } from './sealed-box.ts';
import { Secret } from './secret.ts';
import type { VaultEntry } from './vault-file.ts';

/** Seals a secret for one name: under another name, or another key's id, it does not open. */
export function sealEntry(name: string, secret: Secret, keyId: string, key: Buffer): VaultEntry {
  const plain = secret.revealBytes();
  const box = sealBox(key, plain, contextOf(name, keyId));
  plain.fill(0);
  return { key: keyId, box };
}

/** Error: `secrets_unreadable` with reason `decrypt`. */
export function openEntry(name: string, entry: VaultEntry, key: Buffer): Secret {
  const plain = openBox(key, entry.box, contextOf(name, entry.key));
  const secret = new Secret(plain);
  plain.fill(0);
  return secret;
}

function contextOf(name: string, keyId: string): string {
  return JSON.stringify(['zubi entry 1', keyId, name]);
}
