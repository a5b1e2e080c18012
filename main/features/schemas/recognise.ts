import { hash } from 'node:crypto';
import { posix } from 'node:path';
import { ZubiError } from '../../../contract/errors.ts';
import {
  loadSchemaPackage,
  type SchemaDescription,
  type SchemaPackage,
} from '../../validator/schema/schema-package.ts';
import type { PackageFiles } from './package-files.ts';
import { type ScannedSchema, scanSchema, wrong } from './scan-schema.ts';

/** What is needed to recognise forms among a package's files. */
export interface Recognition {
  /** The built-in schemas: whose roots are forms. */
  readonly known: readonly SchemaDescription[];
  /** First day of use for a schema without one, yyyy-mm-dd. */
  readonly validFrom: string;
}

/** Schema files by their paths, each with its bytes and what it says about itself. */
type SchemaFiles = ReadonlyMap<string, SchemaFile>;
type SchemaFile = ScannedSchema & { readonly bytes: Uint8Array };

/**
 * Finds the forms of a package: from its manifest, or for published files from the names of their
 * root elements. Every file is inspected, and every reference must lead to a file of the package.
 * Throws the `schema_package_*` codes and `schemas_damaged` (the manifest does not match its
 * files).
 */
export function recognisePackage(given: PackageFiles, recognition: Recognition): SchemaPackage {
  const { files, schemas } = given.has('manifest.json')
    ? readManifested(given)
    : readPublished(given, recognition);
  if (schemas.length === 0) throw new ZubiError('schema_package_empty', {});
  refuseDoubles(schemas);
  return { schemas, files: new Map([...files].map(([path, { bytes }]) => [path, bytes])) };
}

interface Recognised {
  readonly files: SchemaFiles;
  readonly schemas: readonly SchemaDescription[];
}

/** Files without their folders are moved to where the manifest has them. */
function readManifested(given: PackageFiles): Recognised {
  const loaded = loadSchemaPackage((path) => {
    const bytes = given.get(path) ?? findByName(given, posix.basename(path));
    if (bytes === undefined)
      throw new ZubiError('schema_package_incomplete', { file: 'manifest.json', needs: path });
    return bytes;
  });
  for (const path of loaded.files.keys()) {
    if (path !== posix.normalize(path) || /^(?:\/|\.\.)|[\\:]/.test(path))
      throw new ZubiError('schema_package_unsafe', { reason: 'path', file: path });
  }
  const files = scanAll(loaded.files);
  for (const schema of loaded.schemas) checkAgainstFiles(schema, files);
  return { files, schemas: loaded.schemas };
}

/** The file of that name, in any folder, when only one has it. */
function findByName(files: PackageFiles, name: string): Uint8Array | undefined {
  const [found, ...others] = [...files].filter(([path]) => posix.basename(path) === name);
  return others.length === 0 ? found?.[1] : undefined;
}

/** The schema's entry is as the manifest says, and needs only files that the manifest lists. */
function checkAgainstFiles({ entry, namespace, root, files }: SchemaDescription, all: SchemaFiles) {
  const found = all.get(entry);
  if (found?.targetNamespace !== namespace || !found.roots.includes(root))
    throw wrong(entry, 'not_as_manifest');
  const listed = new Set(files.map(({ path }) => path));
  reachedFrom([entry, found], new Map([...all].filter(([path]) => listed.has(path))));
}

/**
 * The files as they are. If a reference then leads nowhere: all in one folder, as the ledger's own
 * files refer to each other.
 */
function readPublished(given: PackageFiles, recognition: Recognition): Recognised {
  const files = scanAll(given);
  const open = findOpenReference(files);
  if (open === null) return { files, schemas: findForms(files, recognition) };
  const flat = new Map([...files].map(([path, file]) => [posix.basename(path), file]));
  if (flat.size < files.size || findOpenReference(flat) !== null) throw open;
  return { files: flat, schemas: findForms(flat, recognition) };
}

function scanAll(files: PackageFiles): SchemaFiles {
  return new Map(
    [...files].map(([path, bytes]) => [path, { ...scanSchema(path, bytes), bytes }] as const),
  );
}

function findOpenReference(files: SchemaFiles): ZubiError | null {
  try {
    for (const file of files) reachedFrom(file, files);
    return null;
  } catch (error) {
    if (error instanceof ZubiError && error.code === 'schema_package_incomplete') return error;
    throw error;
  }
}

/**
 * The files that a schema needs, itself first. libxml2 ignores an import that it cannot find, so
 * each one is checked here.
 */
function reachedFrom(entry: readonly [string, SchemaFile], files: SchemaFiles): SchemaFiles {
  const reached = new Map([entry]);
  for (const [path, schema] of reached) {
    for (const { kind, namespace, location } of schema.references) {
      const target = location === null ? null : posix.join(posix.dirname(path), location);
      const found = target === null ? undefined : files.get(target);
      if (target === null || found === undefined)
        throw new ZubiError('schema_package_incomplete', {
          file: path,
          needs: (location ?? namespace ?? kind).slice(0, 200),
        });
      const wanted = kind === 'import' ? (namespace ?? '') : schema.targetNamespace;
      const chameleon = kind !== 'import' && found.targetNamespace === '';
      if (found.targetNamespace !== wanted && !chameleon)
        throw wrong(target, 'other_namespace', found.targetNamespace);
      reached.set(target, found);
    }
  }
  return reached;
}

function findForms(files: SchemaFiles, { known, validFrom }: Recognition): SchemaDescription[] {
  return [...files].flatMap(([entry, file]) => {
    const { roots, targetNamespace: namespace } = file;
    const [form] = roots.flatMap((root) => findSchema(known, { root, namespace }) ?? []);
    if (form === undefined || namespace === '') return [];
    const version = versionIn(namespace) ?? versionIn(entry) ?? '0';
    const needed = reachedFrom([entry, file], files);
    return {
      id: `${form.id.split('@')[0]}@${version}`,
      version,
      namespace,
      root: form.root,
      form: form.form,
      validFrom: form.namespace === namespace ? form.validFrom : validFrom,
      entry,
      files: [...needed].map(([path, { bytes }]) => ({ path, sha256: hash('sha256', bytes) })),
    };
  });
}

/** The schema of a root, of the same namespace where there is one. */
export function findSchema(
  schemas: readonly SchemaDescription[],
  { root, namespace }: Pick<SchemaDescription, 'root' | 'namespace'>,
): SchemaDescription | undefined {
  const own = schemas.filter((each) => each.root === root);
  return own.find((each) => each.namespace === namespace) ?? own[0];
}

/** `…_V1_0_2.xsd` is version 1.0.2. */
function versionIn(name: string): string | null {
  const numbers = /_V(\d+(?:_\d+)*)\.xsd$/i.exec(name)?.[1];
  return numbers === undefined ? null : numbers.replaceAll('_', '.');
}

function refuseDoubles(schemas: readonly SchemaDescription[]): void {
  const seen = new Set<string>();
  for (const { namespace, root, id, entry } of schemas) {
    for (const key of [`id ${id}`, `root {${namespace}}${root}`]) {
      if (seen.has(key)) throw wrong(entry, 'double', id);
      seen.add(key);
    }
  }
}
