import { z } from 'zod';
import type { Vault } from '../../platform/ports.ts';
import { Secret } from '../../platform/secrets/secret.ts';

/** Keys by their names in the vault; null for one that is not there. */
export type Keys = ReadonlyMap<string, string | null>;

/** The one secret that holds the keys of a history set aside. */
const nameFor = (aside: string): string => `replaced-keys:${aside}`;

const keysSchema = z.record(z.string(), z.string().nullable());

/** Keeps what the vault has under these names, for the way back to the history set aside. */
export async function keepReplacedKeys(
  vault: Pick<Vault, 'get' | 'set'>,
  aside: string,
  names: Iterable<string>,
): Promise<void> {
  const former: Record<string, string | null> = {};
  for (const name of names) {
    const secret = await vault.get(name);
    former[name] = secret?.reveal() ?? null;
    secret?.wipe();
  }
  await vault.set(nameFor(aside), new Secret(JSON.stringify(former)));
}

/** What was kept for a history set aside; empty where its keys were not replaced. */
export async function readReplacedKeys(vault: Pick<Vault, 'get'>, aside: string): Promise<Keys> {
  const kept = await vault.get(nameFor(aside));
  if (kept === null) return new Map();
  const keys = keysSchema.parse(JSON.parse(kept.reveal()));
  kept.wipe();
  return new Map(Object.entries(keys));
}

/** With the history set aside, its keys go too. */
export async function forgetReplacedKeys(
  vault: Pick<Vault, 'names' | 'remove'>,
  aside: string,
): Promise<void> {
  if (vault.names().includes(nameFor(aside))) await vault.remove(nameFor(aside));
}

/** Puts keys in force, and removes those that are not there. */
export async function setKeys(vault: Pick<Vault, 'set' | 'removeMany'>, keys: Keys): Promise<void> {
  const gone: string[] = [];
  for (const [name, value] of keys)
    if (value === null) gone.push(name);
    else await vault.set(name, new Secret(value));
  if (gone.length > 0) await vault.removeMany(gone);
}
