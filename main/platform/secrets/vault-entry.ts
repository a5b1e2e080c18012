import type { Buffer } from 'node:buffer';
import { openBox, sealBox } from './sealed-box.ts';
import { Secret, wiped } from './secret.ts';
import type { VaultEntry } from './vault-file.ts';

/** Seals a secret for one name: under another name, or another key's id, it does not open. */
export function sealEntry(name: string, secret: Secret, keyId: string, key: Buffer): VaultEntry {
  using plain = secret.revealBytes();
  return { key: keyId, box: sealBox(key, plain, contextOf(name, keyId)) };
}

/** Error: `secrets_unreadable` with reason `decrypt`. */
export function openEntry(name: string, entry: VaultEntry, key: Buffer): Secret {
  using plain = wiped(openBox(key, entry.box, contextOf(name, entry.key)));
  return new Secret(plain);
}

function contextOf(name: string, keyId: string): string {
  return JSON.stringify(['zubi entry 1', keyId, name]);
}
