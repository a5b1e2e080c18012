import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** Folder of our schemas and their manifest. */
export const schemaFolder = new URL('../../xsd/', import.meta.url);

/** One file of a schema: path relative to `xsd/`, SHA-256 in lower-case hexadecimal. */
export type ManifestFile = { path: string; sha256: string };

/** One schema of the manifest, as `xsd/README.md` describes it. */
export type ManifestSchema = {
  id: string;
  version: string;
  namespace: string;
  root: string;
  form: {
    model: '140' | '240';
    operationGroup: 'creation_or_modification' | 'cancellation';
    expenseType: 'with_invoice' | 'without_invoice' | null;
  };
  validFrom: string;
  entry: string;
  files: ManifestFile[];
};

/** The whole manifest. */
export type Manifest = { format: 1; schemas: ManifestSchema[] };

/** Reads `xsd/manifest.json` as it stands on disk. */
export function readManifest(): Manifest {
  return JSON.parse(readFileSync(new URL('manifest.json', schemaFolder), 'utf8')) as Manifest;
}

/** Reads one file of `xsd/`. Throws when it is absent. */
export function readSchemaFile(path: string): Uint8Array {
  return readFileSync(new URL(path, schemaFolder));
}

/**
 * The right content of the manifest, computed from the files: namespace and root are read in the
 * entry, the files are those that the entry reaches by `xs:include` (`xs:import` is refused: a
 * missing one would go unnoticed).
 */
export function computeManifest(manifest: Manifest): Manifest {
  return { ...manifest, schemas: manifest.schemas.map(computeSchema) };
}

function computeSchema(schema: ManifestSchema): ManifestSchema {
  const text = new TextDecoder().decode(readSchemaFile(schema.entry));
  const files = reachedPaths(schema.entry).map((path) => ({
    path,
    sha256: sha256(readSchemaFile(path)),
  }));
  return {
    ...schema,
    namespace: firstMatch(text, /targetNamespace="([^"]+)"/, schema.entry),
    root: firstMatch(text, /^ {2}<xs:element name="([^"]+)"/m, schema.entry),
    files,
  };
}

function reachedPaths(entry: string): string[] {
  const reached = new Set([entry]);
  for (const path of reached) {
    const text = new TextDecoder().decode(readSchemaFile(path));
    if (text.includes('<xs:import'))
      throw new Error(`${path}: use xs:include, a missing xs:import goes unnoticed`);
    for (const [, location] of text.matchAll(/<xs:include schemaLocation="([^"]+)"/g)) {
      reached.add(posix.join(posix.dirname(path), location ?? ''));
    }
  }
  return [...reached];
}

function firstMatch(text: string, pattern: RegExp, path: string): string {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`${path}: nothing matches ${pattern}`);
  return found;
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
