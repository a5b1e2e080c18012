import { join } from 'node:path';
import { z } from 'zod';
import { type CallError, ZubiError } from '../../../contract/errors.ts';
import { builtInPackageId, schemaChoiceSchema } from '../../../contract/schema-package.ts';
import { createJsonFile } from '../../platform/files/json-file.ts';
import type { Clock } from '../../platform/ports.ts';
import { readSchemaPackage, type SchemaPackage } from '../../validator/schema/schema-package.ts';
import { addChoice, formsOf, mergePackages, type PackageChoice } from './choices.ts';
import {
  neededFiles,
  packageFingerprint,
  removePackageFolder,
  sweepPackageFolders,
  writePackageFolder,
} from './package-folder.ts';

const listedPackageSchema = z.object({
  id: z.string().regex(/^lroe-[0-9a-f]{12}$/),
  source: z.enum(['folder', 'zip']),
  sourceName: z.string(),
  installedAt: z.iso.datetime(),
  sha256: z.string(),
});
/**
 * `schemas/installed.json`: the only file that says which packages are installed and what they were
 * chosen for.
 */
const listSchema = z.object({
  packages: z.array(listedPackageSchema),
  choices: z.array(schemaChoiceSchema.extend({ packageId: z.string() })),
});

type ListedPackage = z.infer<typeof listedPackageSchema>;

/** A package of the library; `content` is null where its files differ from the installed ones. */
export interface LibraryPackage
  extends Omit<ListedPackage, 'source' | 'sourceName' | 'installedAt'> {
  readonly source: 'built_in' | 'folder' | 'zip';
  readonly sourceName: string | null;
  readonly installedAt: string | null;
  readonly content: SchemaPackage | null;
}

/** The schemas of a data folder, and which are in force. */
export interface SchemaLibrary {
  /** All schemas in force as one package: the same object until something changes. */
  current(): SchemaPackage;
  /** The built-in one first. */
  packages(): readonly LibraryPackage[];
  choices(): readonly PackageChoice[];
  faults(): CallError[];
  find(fingerprint: string): LibraryPackage | undefined;
  /** Writes a package and chooses it (`choice` null: not), all or nothing. */
  install(
    content: SchemaPackage,
    from: { source: 'folder' | 'zip'; sourceName: string },
    choice: Choice | null,
  ): LibraryPackage;
  choose(packageId: string, choice: Choice): void;
  remove(packageId: string): void;
}

type Choice = Omit<PackageChoice, 'packageId'>;

/**
 * Opens the library of a data folder. A package whose files have changed is not used and is
 * reported by `faults`; throws `schemas_damaged` for the built-in one. `mayChange` is false where
 * another process owns the folder.
 */
export function openSchemaLibrary(options: {
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly mayChange: boolean;
}): SchemaLibrary {
  const folder = join(options.dataFolder, 'schemas');
  const file = createJsonFile<z.infer<typeof listSchema>>({
    path: join(folder, 'installed.json'),
    version: 1,
    schema: listSchema,
    defaults: { packages: [], choices: [] },
    setAside: 'on_write',
    clock: options.clock,
  });
  // If the list cannot be read, the wanted folders are unknown.
  if (options.mayChange && file.fault() === null)
    sweepPackageFolders(folder, new Set(file.read().packages.map(({ id }) => id)));
  const builtIn = openBuiltIn();
  const open = (listed: ListedPackage): LibraryPackage => ({
    ...listed,
    content: readOrNull(join(folder, listed.id), listed),
  });
  let packages = [builtIn, ...file.read().packages.map(open)];
  const merge = () => mergePackages(usable(packages), file.read().choices);
  let current = merge();
  const store = (change: Partial<z.infer<typeof listSchema>>) => {
    file.write({ ...file.read(), ...change });
    packages = [
      builtIn,
      ...file
        .read()
        .packages.map((listed) => packages.find(({ id }) => id === listed.id) ?? open(listed)),
    ];
    current = merge();
  };
  return {
    current: () => current,
    packages: () => packages,
    choices: () => file.read().choices,
    faults: () => faultsOf(packages, file.fault() !== null),
    find: (fingerprint) => packages.find(({ sha256 }) => sha256 === fingerprint),
    install(content, { source, sourceName }, choice) {
      const sha256 = packageFingerprint(content);
      const id = `lroe-${sha256.slice(0, 12)}`;
      writePackageFolder(folder, id, neededFiles(content));
      const { packages: before, choices } = file.read();
      const added = { id, source, sourceName, installedAt: options.clock().toISOString(), sha256 };
      // A damaged package is fixed by installing it again; its choices stay.
      packages = packages.filter((each) => each.id !== id);
      store({
        packages: [...before.filter((each) => each.id !== id), added],
        choices: choice === null ? choices : addChoice(choices, { packageId: id, ...choice }),
      });
      return requirePackage(packages, id);
    },
    choose: (packageId, choice) =>
      store({ choices: addChoice(file.read().choices, { packageId, ...choice }) }),
    remove(packageId) {
      store({ packages: file.read().packages.filter(({ id }) => id !== packageId) });
      removePackageFolder(folder, packageId);
    },
  };
}

/** A package of the library by its id; throws `schema_package_unknown`. */
export function requirePackage(packages: readonly LibraryPackage[], id: string): LibraryPackage {
  const found = packages.find((each) => each.id === id);
  if (found === undefined) throw new ZubiError('schema_package_unknown', { id });
  return found;
}

function openBuiltIn(): LibraryPackage {
  const content = readSchemaPackage();
  const sha256 = packageFingerprint(content);
  return {
    id: builtInPackageId,
    source: 'built_in',
    sourceName: null,
    installedAt: null,
    sha256,
    content,
  };
}

function readOrNull(folder: string, { sha256 }: ListedPackage): SchemaPackage | null {
  try {
    const content = readSchemaPackage(folder);
    return packageFingerprint(content) === sha256 && formsOf(content).length > 0 ? content : null;
  } catch {
    return null;
  }
}

function usable(packages: readonly LibraryPackage[]): ReadonlyMap<string, SchemaPackage> {
  return new Map(
    packages.flatMap(({ id, content }) => (content === null ? [] : [[id, content] as const])),
  );
}

function faultsOf(packages: readonly LibraryPackage[], listDamaged: boolean): CallError[] {
  const damaged = packages.filter(({ content }) => content === null).map(({ id }) => id);
  const files = listDamaged ? ['schemas/installed.json', ...damaged] : damaged;
  return files.map((file) => ({ code: 'schemas_damaged', details: { file } }));
}
