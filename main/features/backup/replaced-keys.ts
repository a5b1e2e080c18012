import { z } from 'zod';
import { ZubiError } from '../../../contract/errors.ts';
import { listReplacedNames } from '../../platform/db/replaced-folders.ts';
import type { Vault } from '../../platform/ports.ts';
import { Secret } from '../../platform/secrets/secret.ts';

/** Keys by their names in the vault; null for one that is not there. */
export type Keys = ReadonlyMap<string, string | null>;

/** Begins the name of a secret, which ends in that of a history set aside: keys replaced then. */
const prefix = 'replaced-keys:';

const keysSchema = z.record(z.string(), z.string().nullable());

/**
 * Puts keys in force, and keeps those that they replace for the way back to the history set aside;
 * all in one write. A key that does not open is lost already, and prevents no restoration.
 */
export async function replaceKeys(
  vault: Pick<Vault, 'get' | 'setMany'>,
  aside: string,
  keys: Keys,
): Promise<void> {
  const former: Record<string, string | null> = {};
  const there: [string, Secret][] = [];
  const gone: string[] = [];
  for (const [name, value] of keys) {
    using secret = await vault.get(name).catch(() => undefined);
    if (secret !== undefined) former[name] = secret?.reveal() ?? null;
    if (value === null) gone.push(name);
    else there.push([name, new Secret(value)]);
  }
  await vault.setMany([...there, [prefix + aside, new Secret(JSON.stringify(former))]], gone);
}

/** Whether the keys of this restoration are in force. A locked vault answers too. */
export function areKeysReplaced(vault: Pick<Vault, 'names'>, aside: string): boolean {
  return vault.names().includes(prefix + aside);
}

/**
 * The keys that were in force with a history set aside, where its restoration or a later one
 * replaced them: the oldest of each. Throws `secrets_locked`.
 */
export async function readReplacedKeys(
  vault: Pick<Vault, 'get' | 'names' | 'protection'>,
  aside: string,
): Promise<Keys> {
  const names = vault.names().filter((name) => name.startsWith(prefix) && name >= prefix + aside);
  if (names.length > 0 && vault.protection().locked) throw new ZubiError('secrets_locked');
  const keys = new Map<string, string | null>();
  for (const name of names.toSorted()) {
    using kept = await vault.get(name).catch(() => null);
    if (kept === null) continue;
    const former = keysSchema.parse(JSON.parse(kept.reveal()));
    for (const [key, value] of Object.entries(former)) if (!keys.has(key)) keys.set(key, value);
  }
  return keys;
}

/** Forgets the keys that no history set aside needs any more: those from before the oldest. */
export async function forgetReplacedKeys(
  vault: Pick<Vault, 'names' | 'removeMany'>,
  dataFolder: string,
): Promise<void> {
  const oldest = listReplacedNames(dataFolder).at(-1);
  const isNeeded = (name: string) => oldest !== undefined && name >= prefix + oldest;
  const gone = vault.names().filter((name) => name.startsWith(prefix) && !isNeeded(name));
  if (gone.length > 0) await vault.removeMany(gone);
}
