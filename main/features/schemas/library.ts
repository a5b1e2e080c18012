import { join } from 'node:path';
import { z } from 'zod';
import { type CallError, ZubiError } from '../../../contract/errors.ts';
import {
  builtInPackageId,
  type InstalledPackage,
  type SchemaChoice,
  schemaChoiceSchema,
} from '../../../contract/schema-package.ts';
import { createJsonFile } from '../../platform/files/json-file.ts';
import type { Clock } from '../../platform/ports.ts';
import { readSchemaPackage, type SchemaPackage } from '../../validator/schema/schema-package.ts';
import { addChoice, choicesOf, formsOf, mergePackages, type PackageChoice } from './choices.ts';
import {
  neededFiles,
  packageFingerprint,
  removeQuietly,
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
export type LibraryPackage = Readonly<
  Pick<InstalledPackage, 'id' | 'source' | 'sourceName' | 'installedAt' | 'sha256'>
> & { readonly content: SchemaPackage | null };

/** The schemas of a data folder, and which are in force. */
export type SchemaLibrary = ReturnType<typeof openSchemaLibrary>;

/**
 * Opens the library of a data folder. A package whose files have changed is not used and is
 * reported by `faults`; throws `schemas_damaged` for the built-in one. `mayChange` is false where
 * another process owns the folder.
 */
export function openSchemaLibrary(options: {
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly mayChange: boolean;
}) {
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
  /** Opens the listed packages, except those that are open already. */
  const load = (open: readonly LibraryPackage[]) => {
    const { packages: listed, choices } = file.read();
    const packages: readonly LibraryPackage[] = [
      builtIn,
      ...listed.map((each) => open.find(({ id }) => id === each.id) ?? openListed(folder, each)),
    ];
    return { packages, current: mergePackages(usable(packages), choices) };
  };
  let state = load([]);
  const store = (change: Partial<z.infer<typeof listSchema>>, open = state.packages) => {
    file.write({ ...file.read(), ...change });
    state = load(open);
  };
  const withChoice = (added: PackageChoice, among: readonly Opened[] = state.packages) =>
    addChoice(file.read().choices, added, usable(among));
  return {
    /** All schemas in force as one package: the same object until something changes. */
    current: (): SchemaPackage => state.current,
    /** The built-in one first. */
    packages: () => state.packages,
    choices: (): readonly PackageChoice[] => file.read().choices,
    /** The choices of a package. */
    choicesOf: (packageId: string) =>
      choicesOf(packageId, file.read().choices, formsOf(builtIn.content)),
    faults: () => faultsOf(state.packages, file.fault() !== null),
    find: (fingerprint: string) => state.packages.find(({ sha256 }) => sha256 === fingerprint),
    /** Writes a package and chooses it (`choice` null: not), all or nothing. */
    install(
      content: SchemaPackage,
      { source, sourceName }: Pick<ListedPackage, 'source' | 'sourceName'>,
      choice: SchemaChoice | null,
    ): LibraryPackage {
      const sha256 = packageFingerprint(content);
      const id = `lroe-${sha256.slice(0, 12)}`;
      writePackageFolder(folder, id, neededFiles(content));
      const { packages: listed, choices } = file.read();
      const added = { id, source, sourceName, installedAt: options.clock().toISOString(), sha256 };
      const others = state.packages.filter((each) => each.id !== id);
      const chosen =
        choice && withChoice({ packageId: id, ...choice }, [...others, { id, content }]);
      const packages = [...listed.filter((each) => each.id !== id), added];
      // A damaged package is fixed by installing it again; its choices stay.
      store({ packages, choices: chosen ?? choices }, others);
      return requirePackage(state.packages, id);
    },
    choose: (packageId: string, choice: SchemaChoice) =>
      store({ choices: withChoice({ packageId, ...choice }) }),
    remove(packageId: string) {
      store({ packages: file.read().packages.filter(({ id }) => id !== packageId) });
      removeQuietly(join(folder, packageId));
    },
  };
}

/** A package of the library by its id; throws `schema_package_unknown`. */
export function requirePackage(packages: readonly LibraryPackage[], id: string): LibraryPackage {
  const found = packages.find((each) => each.id === id);
  if (found === undefined) throw new ZubiError('schema_package_unknown', { id });
  return found;
}

function openBuiltIn() {
  const content = readSchemaPackage();
  const about = { id: builtInPackageId, source: 'built_in', sourceName: null } as const;
  return { ...about, installedAt: null, sha256: packageFingerprint(content), content };
}

function openListed(folder: string, listed: ListedPackage): LibraryPackage {
  try {
    const content = readSchemaPackage(join(folder, listed.id));
    const isWhole = packageFingerprint(content) === listed.sha256 && formsOf(content).length > 0;
    return { ...listed, content: isWhole ? content : null };
  } catch {
    return { ...listed, content: null };
  }
}

type Opened = Pick<LibraryPackage, 'id' | 'content'>;

function usable(packages: readonly Opened[]): ReadonlyMap<string, SchemaPackage> {
  return new Map(
    packages.flatMap(({ id, content }) => (content === null ? [] : [[id, content] as const])),
  );
}

function faultsOf(packages: readonly LibraryPackage[], listDamaged: boolean): CallError[] {
  const damaged = packages.filter(({ content }) => content === null).map(({ id }) => id);
  const files = listDamaged ? ['schemas/installed.json', ...damaged] : damaged;
  return files.map((file) => ({ code: 'schemas_damaged', details: { file } }));
}
