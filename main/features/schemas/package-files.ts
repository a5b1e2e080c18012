import { lstat, readdir, stat } from 'node:fs/promises';
import { basename, join, posix } from 'node:path';
import { ZubiError } from '../../../contract/errors.ts';
import { isZip } from '../../platform/files/document-zip.ts';
import { readWhole } from '../../platform/files/read-whole.ts';
import { systemCode } from '../../platform/system-code.ts';
import { type Collector, createCollector, isTaken, packageLimits, tooLarge } from './limits.ts';
import { readZip } from './zip.ts';

/**
 * Files of a package by their paths inside it (`/` between folders); only `.xsd` and
 * `manifest.json`.
 */
export type PackageFiles = ReadonlyMap<string, Uint8Array>;

/** A received package before its inspection. */
interface GatheredPackage {
  readonly files: PackageFiles;
  readonly source: 'folder' | 'zip';
  /** Name of the zip or folder, or of the first file; for a person. */
  readonly sourceName: string;
}

/** A file or folder that a host has given. */
interface PackageSource {
  readonly name: string;
  readonly path: string;
}

/**
 * Reads a package: one zip, one folder, or the files of one. Skips files that are no schemas.
 * Throws `schema_package_empty`, `schema_package_too_large`, `schema_package_unsafe` and
 * `schema_package_unreadable`.
 */
export async function gatherPackage(sources: readonly PackageSource[]): Promise<GatheredPackage> {
  const collected = createCollector();
  const [first] = sources;
  if (first === undefined) throw new ZubiError('schema_package_empty');
  let source: GatheredPackage['source'] = 'folder';
  for (const { name, path } of sources) {
    const bytes = await readFileOrFolder(path, name, collected);
    if (bytes === null) continue;
    if (!isZip(bytes)) collected.add(name, bytes);
    else if (sources.length > 1)
      throw new ZubiError('schema_package_unsafe', { reason: 'mixed', file: name });
    else {
      source = 'zip';
      await readZip(bytes, collected);
    }
  }
  const files = withoutCommonFolder(collected.files);
  if (files.size === 0) throw new ZubiError('schema_package_empty', { file: first.name });
  return { files, source, sourceName: first.name };
}

/** Reads a file. Of a folder it collects the files and returns null. */
async function readFileOrFolder(
  path: string,
  name: string,
  into: Collector,
): Promise<Uint8Array | null> {
  try {
    if (!(await stat(path)).isDirectory())
      return await readWhole(path, packageLimits.zipBytes, () => tooLarge('zip', name));
    await collectFolder(path, '', into, { entries: 0 });
    return null;
  } catch (error) {
    if (error instanceof ZubiError && error.code !== 'file_unreadable') throw error;
    const reason = error instanceof ZubiError ? String(error.details.cause) : systemCode(error);
    throw new ZubiError('schema_package_unreadable', { file: basename(name), reason });
  }
}

async function collectFolder(
  folder: string,
  inside: string,
  into: Collector,
  seen: { entries: number },
): Promise<void> {
  if (inside.split('/').length > packageLimits.depth) return;
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const entry of entries) {
    seen.entries += 1;
    if (seen.entries > packageLimits.entries) throw tooLarge('entries', entry.name);
    const path = join(folder, entry.name);
    const within = posix.join(inside, entry.name);
    // Node on Windows takes all that is in OneDrive for links.
    const kind = entry.isSymbolicLink() ? await lstat(path) : entry;
    if (kind.isDirectory()) await collectFolder(path, within, into, seen);
    else if (!isTaken(within)) continue;
    else if (kind.isSymbolicLink())
      throw new ZubiError('schema_package_unsafe', { reason: 'link', file: within });
    else {
      const bytes = await readFileOrFolder(path, within, into);
      if (bytes !== null) into.add(within, bytes);
    }
  }
}

/** A zip usually has one folder around everything. A manifest's paths start at its own folder. */
function withoutCommonFolder(files: ReadonlyMap<string, Uint8Array>): PackageFiles {
  const paths = [...files.keys()];
  const manifests = paths.filter((path) => posix.basename(path) === 'manifest.json');
  const [manifest] = manifests;
  const base =
    manifest === undefined || manifests.length > 1 ? commonFolder(paths) : posix.dirname(manifest);
  const prefix = base === '.' || base === '' ? '' : `${base}/`;
  const below = paths.filter((path) => path.startsWith(prefix));
  return new Map(
    below.map((path) => [path.slice(prefix.length), files.get(path) ?? new Uint8Array()]),
  );
}

function commonFolder(paths: readonly string[]): string {
  let common = posix.dirname(paths[0] ?? '');
  while (common !== '.' && !paths.every((path) => path.startsWith(`${common}/`))) {
    common = posix.dirname(common);
  }
  return common;
}
