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

/**
 * Finds the forms of a package: from its manifest, or for published files from the names of their
 * root elements. Every file is inspected, and every reference must lead to a file of the package.
 * Throws the `schema_package_*` codes and `schemas_damaged` (the manifest does not match its
 * files).
 */
export function recognisePackage(files: PackageFiles, recognition: Recognition): SchemaPackage {
  const laidOut = files.has('manifest.json') ? layOutByManifest(files) : layOutPublished(files);
  const { schemas } = laidOut;
  const found = schemas ?? findForms(laidOut, recognition);
  if (found.length === 0) throw new ZubiError('schema_package_empty', {});
  refuseDoubles(found);
  return { schemas: found, files: laidOut.files };
}

interface LaidOut {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly scanned: ReadonlyMap<string, ScannedSchema>;
  /** Null where they must be found. */
  readonly schemas: readonly SchemaDescription[] | null;
}

/** Files without their folders are moved to where the manifest has them. */
function layOutByManifest(files: PackageFiles): LaidOut {
  const byName = uniqueNames(files);
  const loaded = loadSchemaPackage((path) => {
    const bytes = files.get(path) ?? files.get(byName.get(posix.basename(path)) ?? '');
    if (bytes === undefined)
      throw new ZubiError('schema_package_incomplete', { file: 'manifest.json', needs: path });
    return bytes;
  });
  for (const path of loaded.files.keys()) {
    if (
      path !== posix.normalize(path) ||
      path.startsWith('/') ||
      path.startsWith('..') ||
      /[\\:]/.test(path)
    )
      throw new ZubiError('schema_package_unsafe', { reason: 'path', file: path });
  }
  const scanned = scanAll(loaded.files);
  for (const schema of loaded.schemas) checkAgainstFiles(schema, loaded.files, scanned);
  return { files: loaded.files, scanned, schemas: loaded.schemas };
}

function checkAgainstFiles(
  schema: SchemaDescription,
  files: ReadonlyMap<string, Uint8Array>,
  scanned: ReadonlyMap<string, ScannedSchema>,
): void {
  const entry = scanned.get(schema.entry);
  if (entry?.targetNamespace !== schema.namespace || !entry.roots.includes(schema.root))
    throw wrong(schema.entry, 'not_as_manifest');
  const listed = new Map(
    schema.files.map(({ path }) => [path, files.get(path) ?? new Uint8Array()]),
  );
  reachedFrom(schema.entry, scanned, listed);
}

/**
 * The files as they are. If a reference then leads nowhere: all in one folder, as the ledger's own
 * files refer to each other.
 */
function layOutPublished(files: PackageFiles): LaidOut {
  const scanned = scanAll(files);
  const open = findOpenReference(scanned, files);
  if (open === null) return { files, scanned, schemas: null };
  const byName = uniqueNames(files);
  const flat = new Map(
    [...byName].map(([name, path]) => [name, files.get(path) ?? new Uint8Array()]),
  );
  const flatScanned = new Map(
    [...byName].flatMap(([name, path]) => withKey(name, scanned.get(path))),
  );
  if (flat.size === files.size && findOpenReference(flatScanned, flat) === null)
    return { files: flat, scanned: flatScanned, schemas: null };
  throw open;
}

function withKey<Value>(key: string, value: Value | undefined): [string, Value][] {
  return value === undefined ? [] : [[key, value]];
}

function scanAll(files: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, ScannedSchema> {
  return new Map([...files].map(([path, bytes]) => [path, scanSchema(path, bytes)]));
}

/** Path by file name, of the names that only one file has. */
function uniqueNames(files: PackageFiles): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  const doubled = new Set<string>();
  for (const path of files.keys()) {
    const name = posix.basename(path);
    if (paths.has(name)) doubled.add(name);
    paths.set(name, path);
  }
  for (const name of doubled) paths.delete(name);
  return paths;
}

function findOpenReference(
  scanned: ReadonlyMap<string, ScannedSchema>,
  files: ReadonlyMap<string, Uint8Array>,
): ZubiError | null {
  try {
    for (const path of scanned.keys()) reachedFrom(path, scanned, files);
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
function reachedFrom(
  entry: string,
  scanned: ReadonlyMap<string, ScannedSchema>,
  files: ReadonlyMap<string, Uint8Array>,
): string[] {
  const reached = new Set([entry]);
  for (const path of reached) {
    const schema = scanned.get(path);
    for (const { kind, namespace, location } of schema?.references ?? []) {
      const target = location === null ? null : posix.join(posix.dirname(path), location);
      const found = target === null || !files.has(target) ? undefined : scanned.get(target);
      if (target === null || found === undefined)
        throw new ZubiError('schema_package_incomplete', {
          file: path,
          needs: (location ?? namespace ?? kind).slice(0, 200),
        });
      const wanted = kind === 'import' ? (namespace ?? '') : schema?.targetNamespace;
      const chameleon = kind !== 'import' && found.targetNamespace === '';
      if (found.targetNamespace !== wanted && !chameleon)
        throw wrong(target, 'other_namespace', found.targetNamespace);
      reached.add(target);
    }
  }
  return [...reached];
}

function findForms(
  { files, scanned }: LaidOut,
  { known, validFrom }: Recognition,
): SchemaDescription[] {
  return [...scanned].flatMap(([entry, { roots, targetNamespace: namespace }]) => {
    const root = roots.find((name) => known.some((form) => form.root === name));
    const form =
      known.find((each) => each.root === root && each.namespace === namespace) ??
      known.find((each) => each.root === root);
    if (form === undefined || root === undefined || namespace === '') return [];
    const version = versionIn(namespace) ?? versionIn(entry) ?? '0';
    return {
      id: `${form.id.split('@')[0]}@${version}`,
      version,
      namespace,
      root,
      form: form.form,
      validFrom: form.namespace === namespace ? form.validFrom : validFrom,
      entry,
      files: reachedFrom(entry, scanned, files).map((path) => ({
        path,
        sha256: sha256(files.get(path)),
      })),
    };
  });
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

function sha256(bytes: Uint8Array = new Uint8Array()): string {
  return hash('sha256', bytes);
}
