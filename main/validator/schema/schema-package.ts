import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ZubiError } from '../../../contract/errors.ts';
import { type ManifestSchema, readManifest } from './manifest.ts';

/** The documents that a schema applies to; null where a part does not matter. */
export interface SchemaScope {
  readonly fiscalYears: readonly number[] | null;
  /** First day of its use, as the number yyyymmdd on the calendar of Bizkaia. */
  readonly from: number | null;
}

/**
 * One schema of a `manifest.json`, see `xsd/README.md`; without a `scope` it is for every document
 * of its root.
 */
export interface SchemaDescription extends ManifestSchema {
  readonly scope?: SchemaScope;
}

/**
 * The schemas with their file bytes, each SHA-256 verified. Plain data, handed to worker threads as
 * it is.
 */
export interface SchemaPackage {
  /** Of several schemas for one root, the first that applies is used. */
  readonly schemas: readonly SchemaDescription[];
  /** Bytes by path relative to the schemas' folder. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/**
 * The folder of the application's own schemas: beside `main/` in the source, beside `dist/` in a
 * package.
 */
export function bundledSchemasFolder(): URL {
  return new URL(
    import.meta.url.endsWith('.ts') ? '../../../xsd/' : '../../../../xsd/',
    import.meta.url,
  );
}

/**
 * Reads a folder's manifest and files; throws `schemas_damaged` (details: `file`) for a missing,
 * unreadable or different file.
 */
export function readSchemaPackage(folder: URL | string = bundledSchemasFolder()): SchemaPackage {
  const base = folderUrl(folder);
  return loadSchemaPackage((path) => readOrDamaged(base, path));
}

/** Reads a manifest and its files from any source; `read` throws the error for a missing file. */
export function loadSchemaPackage(read: (path: string) => Uint8Array): SchemaPackage {
  const { schemas } = parseManifest(read('manifest.json'));
  const files = new Map<string, Uint8Array>();
  for (const { path, sha256 } of schemas.flatMap((schema) => schema.files)) {
    if (files.has(path)) continue;
    const bytes = read(path);
    if (hash('sha256', bytes) !== sha256) throw damaged(path);
    files.set(path, bytes);
  }
  const strayed = schemas.find((schema) => !schema.files.some(({ path }) => path === schema.entry));
  if (strayed !== undefined) throw damaged(strayed.entry);
  return { schemas: schemas.toSorted((a, b) => b.validFrom.localeCompare(a.validFrom)), files };
}

function folderUrl(folder: URL | string): URL {
  const url = typeof folder === 'string' ? pathToFileURL(folder) : folder;
  return url.href.endsWith('/') ? url : new URL(`${url.href}/`);
}

function parseManifest(bytes: Uint8Array) {
  try {
    return readManifest(JSON.parse(Buffer.from(bytes).toString('utf8')));
  } catch (cause) {
    throw damaged('manifest.json', cause);
  }
}

function readOrDamaged(base: URL, path: string): Uint8Array {
  const url = new URL(path, base);
  if (!url.href.startsWith(base.href)) throw damaged(path);
  try {
    // A plain Uint8Array with a buffer of its own: a worker receives a copy of the whole buffer.
    return new Uint8Array(readFileSync(url));
  } catch (cause) {
    throw damaged(path, cause);
  }
}

function damaged(file: string, cause?: unknown): ZubiError {
  return new ZubiError('schemas_damaged', { file }, { cause });
}
