import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { ZubiError } from '../../contract/errors.ts';

const manifestSchema = z.object({
  format: z.literal(1),
  schemas: z
    .array(
      z.object({
        id: z.string().min(1),
        version: z.string(),
        namespace: z.string().min(1),
        root: z.string().min(1),
        form: z.object({
          model: z.enum(['140', '240']),
          operationGroup: z.enum(['creation_or_modification', 'cancellation']),
          expenseType: z.enum(['with_invoice', 'without_invoice']).nullable(),
        }),
        validFrom: z.string(),
        entry: z.string().min(1),
        files: z.array(z.object({ path: z.string().min(1), sha256: z.string().length(64) })).min(1),
      }),
    )
    .min(1),
});

/** One schema of `xsd/manifest.json`, see `xsd/README.md`. */
export type SchemaDescription = z.infer<typeof manifestSchema>['schemas'][number];

/** The schemas with the bytes of their files, each file's SHA-256 verified. Plain data: it is handed to worker threads as it is. */
export interface SchemaPackage {
  readonly schemas: readonly SchemaDescription[];
  /** Bytes by path relative to the schemas' folder. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** The folder of the schemas that came with the application: beside `main/` in the source, beside `dist/` in a package. */
export function bundledSchemasFolder(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? '../../xsd/' : '../../../xsd/', import.meta.url);
}

/** Reads a folder's manifest and files; `schemas_damaged` (details: `file`) when one is missing, unreadable or not the one the manifest names. */
export function readSchemaPackage(folder: URL | string = bundledSchemasFolder()): SchemaPackage {
  const base = folderUrl(folder);
  const { schemas } = readManifest(base);
  const files = new Map<string, Uint8Array>();
  for (const { path, sha256 } of schemas.flatMap((schema) => schema.files)) {
    if (files.has(path)) continue;
    const bytes = readOrDamaged(base, path);
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw damaged(path);
    files.set(path, bytes);
  }
  const strayed = schemas.find((schema) => !schema.files.some(({ path }) => path === schema.entry));
  if (strayed !== undefined) throw damaged(strayed.entry);
  return { schemas, files };
}

function folderUrl(folder: URL | string): URL {
  const url = typeof folder === 'string' ? pathToFileURL(folder) : folder;
  return url.href.endsWith('/') ? url : new URL(`${url.href}/`);
}

function readManifest(base: URL) {
  const text = Buffer.from(readOrDamaged(base, 'manifest.json')).toString('utf8');
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw damaged('manifest.json', cause);
  }
}

function readOrDamaged(base: URL, path: string): Uint8Array {
  const url = new URL(path, base);
  if (!url.href.startsWith(base.href)) throw damaged(path);
  try {
    // A plain Uint8Array of its own buffer: it is copied whole when it crosses to a worker.
    return new Uint8Array(readFileSync(url));
  } catch (cause) {
    throw damaged(path, cause);
  }
}

function damaged(file: string, cause?: unknown): ZubiError {
  return new ZubiError('schemas_damaged', { file }, { cause });
}
