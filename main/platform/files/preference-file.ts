import { renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import Conf from 'conf';
import type { z } from 'zod';
import type { Clock } from '../ports.ts';
import {
  corruptName,
  type FileFault,
  type GuardedFile,
  isDamage,
  parseObject,
} from './json-file.ts';
import { preparePrivateFolder } from './private-folder.ts';
import { toStorageError } from './whole-file.ts';

/** The common part of `conf` and electron-store that is used. */
interface PreferenceStore {
  readonly store: Record<string, unknown>;
  /** Reads the file again and keeps its other fields. */
  set(values: Record<string, unknown>): void;
}

const storeOptions = {
  configFileMode: 0o600,
  accessPropertiesByDotNotation: false,
  // When set, this option erases a damaged file; when not, the constructor throws and the file
  // stays.
  clearInvalidConfig: false,
  deserialize: parseObject,
} as const;

/** Opens `name`.json in a folder, by an absolute path. Throws when it is damaged. */
export type OpenPreferenceStore = (
  options: typeof storeOptions & { readonly cwd: string; readonly name: string },
) => PreferenceStore;

/** For the hosts without Electron. */
export const openConf: OpenPreferenceStore = ({ name, ...options }) =>
  new Conf<Record<string, unknown>>({ ...options, configName: name });

export interface PreferenceFileOptions<Shape extends z.ZodRawShape> {
  readonly dataFolder: string;
  /** The requested fields; other fields of the file belong to others and stay. */
  readonly schema: z.ZodObject<Shape>;
  readonly open: OpenPreferenceStore;
  /** False leaves a damaged file in place. */
  readonly setsAside: boolean;
  readonly clock: Clock;
}

type Fields<Shape extends z.ZodRawShape> = Partial<z.infer<z.ZodObject<Shape>>>;

/**
 * Opens `preferences.json`, whose loss harms nobody. On a full disk its writer truncates it and
 * reports success, so a damaged file is an ordinary case: it is renamed, its valid fields stay, the
 * others get their defaults. Errors of `write`: `disk_full`, `data_folder_not_writable`.
 */
export function openPreferenceFile<Shape extends z.ZodRawShape>(
  options: PreferenceFileOptions<Shape>,
): GuardedFile<Fields<Shape>> {
  const path = join(options.dataFolder, 'preferences.json');
  preparePrivateFolder(options.dataFolder);
  const openStore = () =>
    options.open({ ...storeOptions, cwd: options.dataFolder, name: 'preferences' });
  let fault: FileFault | null = null;
  let found: Record<string, unknown> = {};
  try {
    found = openStore().store;
  } catch (error) {
    if (!isDamage(error)) throw toStorageError(error, path);
    fault = { kind: 'damaged', keptAs: null };
  }
  const { right, wrong } = sortFields(options.schema, found);
  if (wrong.length > 0) fault = { kind: 'damaged', keptAs: null };
  let value = right;
  const write = (change: Fields<Shape>): void => {
    try {
      openStore().set(change);
      value = { ...value, ...change };
    } catch (error) {
      throw toStorageError(error, path);
    }
  };
  if (fault && options.setsAside) {
    try {
      const aside = corruptName(path, options.clock);
      renameSync(path, aside);
      fault = { kind: 'damaged', keptAs: basename(aside) };
      for (const name of wrong) delete found[name];
      openStore().set(found);
    } catch {
      // A read-only folder: the next start tries again.
    }
  }
  return { read: () => value, write, fault: () => fault };
}

function sortFields<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  found: Readonly<Record<string, unknown>>,
): { right: Fields<Shape>; wrong: readonly string[] } {
  const wrong = Object.keys(schema.shape).filter(
    (name) => name in found && !schema.partial().safeParse({ [name]: found[name] }).success,
  );
  const right = Object.entries(found).filter(([name]) => !wrong.includes(name));
  return { right: schema.partial().parse(Object.fromEntries(right)) as Fields<Shape>, wrong };
}
