import { hash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ZubiError } from '../../../contract/errors.ts';
import { moveFileSync } from '../../platform/files/move-file.ts';
import { flushFolder, toStorageError, writeFlushed } from '../../platform/files/whole-file.ts';
import { readSchemaPackage, type SchemaPackage } from '../../validator/schema/schema-package.ts';

const stagingPrefix = '.staging-';

/**
 * SHA-256 over the paths and hashes of the files that a package's schemas need: equal packages have
 * equal values.
 */
export function packageFingerprint({ schemas }: Pick<SchemaPackage, 'schemas'>): string {
  const lines = new Set(
    schemas.flatMap(({ files }) => files.map(({ path, sha256 }) => `${path} ${sha256}\n`)),
  );
  return hash('sha256', [...lines].sort().join(''));
}

/** The files that a package's schemas need; the others are dropped. */
export function neededFiles({ schemas, files }: SchemaPackage): SchemaPackage {
  const needed = new Set(schemas.flatMap((schema) => schema.files.map(({ path }) => path)));
  return { schemas, files: new Map([...files].filter(([path]) => needed.has(path))) };
}

/**
 * Puts a package into `folder/id`: written in a folder beside it, read back, then renamed. Nobody
 * uses it before the list of packages names it. Throws `disk_full` and `data_folder_not_writable`,
 * and then leaves nothing behind.
 */
export function writePackageFolder(
  folder: string,
  id: string,
  { schemas, files }: SchemaPackage,
): void {
  const staging = join(folder, `${stagingPrefix}${randomBytes(6).toString('hex')}`);
  try {
    mkdirSync(staging, { recursive: true, mode: 0o700 });
    const folders = new Set([staging]);
    for (const [path, bytes] of files) {
      const target = join(staging, path);
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
      folders.add(dirname(target));
      writeFlushed(target, bytes);
    }
    writeFlushed(join(staging, 'manifest.json'), Buffer.from(manifestText(schemas)));
    for (const each of folders) flushFolder(each);
    readSchemaPackage(staging);
    rmSync(join(folder, id), { recursive: true, force: true });
    moveFileSync(staging, join(folder, id));
    flushFolder(folder);
  } catch (error) {
    removeQuietly(staging);
    if (error instanceof ZubiError && error.code === 'schemas_damaged')
      throw new ZubiError('disk_full', { file: id });
    throw toStorageError(error, join(folder, id));
  }
}

/** Removes what an interrupted installation or removal left: folders that are not on the list. */
export function sweepPackageFolders(folder: string, listed: ReadonlySet<string>): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const ours = entry.name.startsWith(stagingPrefix) || entry.name.startsWith('lroe-');
    if (ours && entry.isDirectory() && !listed.has(entry.name))
      removeQuietly(join(folder, entry.name));
  }
}

function manifestText(schemas: SchemaPackage['schemas']): string {
  return `${JSON.stringify({ format: 1, schemas }, null, 2)}\n`;
}

/** Removes a folder; the next start removes one that cannot be removed now. */
export function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Swept at the next start.
  }
}
