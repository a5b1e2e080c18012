import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { protectionSchema } from '../../../contract/settings.ts';
import { createJsonFile, type GuardedFile } from '../files/json-file.ts';
import { stampOf } from '../files/stamp.ts';
import { writeWholeFile } from '../files/whole-file.ts';
import type { Clock } from '../ports.ts';

/**
 * A key of the vault as sealed, with its sealer's name: a changed sealer is reported by name, not
 * as damage.
 */
const keyRecordSchema = z.looseObject({
  backend: protectionSchema.shape.backend,
  system: z.string().nullable(),
  sealed: z.string(),
  createdAt: z.string(),
});
export type KeyRecord = z.infer<typeof keyRecordSchema>;

/** A secret sealed under the key of that id. */
const entrySchema = z.looseObject({ key: z.string(), box: z.string() });
export type VaultEntry = z.infer<typeof entrySchema>;

/** Unknown fields are kept at each level: a newer version may add some. */
const contentsSchema = z.looseObject({
  /** Id of the key under which new entries are sealed. */
  current: z.string().nullable(),
  keys: z.record(z.string(), keyRecordSchema),
  entries: z.record(z.string(), entrySchema),
});
export type VaultContents = z.infer<typeof contentsSchema>;

export const emptyContents: VaultContents = { current: null, keys: {}, entries: {} };

const pathIn = (dataFolder: string): string => join(dataFolder, 'secrets.json');

/** Keeps the file as it is under another name. Throws `disk_full`, `data_folder_not_writable`. */
export function keepAside(dataFolder: string, clock: Clock): void {
  const path = pathIn(dataFolder);
  writeWholeFile(`${path}.set-aside-${stampOf(clock())}`, readFileSync(path));
}

/**
 * `secrets.json`: entries sealed under a key, and that key, sealed too. Damage is reported until a
 * key is set again.
 */
export function openVaultFile(dataFolder: string, clock: Clock): GuardedFile<VaultContents> {
  return createJsonFile<VaultContents>({
    path: pathIn(dataFolder),
    version: 1,
    schema: contentsSchema,
    defaults: emptyContents,
    setAside: 'on_write',
    clock,
  });
}

/** The entry of that name, among the object's own properties only. */
export function entryOf(contents: VaultContents, name: string): VaultEntry | null {
  return Object.hasOwn(contents.entries, name) ? (contents.entries[name] ?? null) : null;
}

export function withEntries(
  contents: VaultContents,
  entries: Readonly<Record<string, VaultEntry>>,
): VaultContents {
  return { ...contents, entries: { ...contents.entries, ...entries } };
}

export function withoutEntries(contents: VaultContents, names: readonly string[]): VaultContents {
  const gone = new Set(names);
  const entries = Object.fromEntries(
    Object.entries(contents.entries).filter(([name]) => !gone.has(name)),
  );
  return { ...contents, entries };
}

/** Adds a key; a new one becomes the current one. */
export function withKey(
  contents: VaultContents,
  id: string,
  record: KeyRecord,
  current = id,
): VaultContents {
  return { ...contents, current, keys: { ...contents.keys, [id]: record } };
}
