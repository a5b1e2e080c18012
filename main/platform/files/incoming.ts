import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join, resolve, sep } from 'node:path';
import type { TakenFile } from '../../../contract/client.ts';
import { ZubiError } from '../../../contract/errors.ts';
import { hasSetAside } from '../../features/backup/copies.ts';
import type { Core } from '../../features/core.ts';
import { toCallError } from '../call-error.ts';
import type { IncomingFilesTable } from '../db/company-tables.ts';
import { toStoreError } from '../db/errors.ts';
import type { IncomingFile } from '../ports.ts';
import { incomingFolder } from './folder.ts';
import {
  findIncomingFiles,
  insertIncomingFile,
  listSources,
  removeIncomingFiles,
} from './incoming-files-table.ts';
import { clearUnfinished } from './staged-archive.ts';

/**
 * Takes a dropped or chosen file in and gives a token for it. What it is for is said by the method
 * that the token is given to: the worklist takes documents, an authorization takes its own. Bytes
 * go to disk first, so that a crash loses nothing that was dropped; but for tables, which may hold
 * keys.
 */
export async function takeFile(core: Core, file: IncomingFile): Promise<TakenFile> {
  const id = core.newId();
  const name = shownName(file.name);
  const kept =
    'bytes' in file ? await keepBytes(core, id, file.bytes) : await findOnDisk(file.path);
  const row = {
    ...{ id, name, taken_at: core.clock().toISOString() },
    ...{ size_bytes: kept.sizeBytes, source_path: kept.path },
  };
  try {
    await insertIncomingFile(core.store.queries, row);
  } catch (error) {
    // Nothing would ever look for them.
    core.heldTables.forget([id]);
    await removeOwnFiles(core, [row]);
    throw error;
  }
  return { fileId: id, name };
}

/** A file that was taken in and has no use yet. Throws `file_unknown`. */
export async function requireIncoming(core: Core, id: string): Promise<IncomingFilesTable> {
  const [file] = await findIncomingFiles(core.store.queries, [id]);
  if (!file) throw new ZubiError('file_unknown', { id });
  return file;
}

/**
 * The same for what reads files from the disk: a table, which nobody but the import expects, is put
 * there.
 */
export async function requireOnDisk(core: Core, id: string): Promise<IncomingFilesTable> {
  const file = await requireIncoming(core, id);
  await putOnDisk(core, id);
  return file;
}

/** Puts a table that is held on the disk. */
export async function putOnDisk(core: Core, id: string): Promise<void> {
  const held = core.heldTables.find(id);
  if (held === null) return;
  await writeBytes(core, id, held);
  core.heldTables.forget([id]);
}

/**
 * Forgets files that found their use elsewhere or are not wanted; those that are not (or no longer)
 * waiting are passed over.
 */
export async function discardIncoming(core: Core, ids: readonly string[]): Promise<void> {
  core.heldTables.forget(ids);
  const removed = await removeIncomingFiles(core.store.queries, ids);
  await removeOwnFiles(core, removed);
}

/** Forgets what a former run took in without a use: nobody holds its tokens any more. */
export async function clearIncoming(core: Core): Promise<void> {
  await removeOwnFiles(core, await removeIncomingFiles(core.store.queries));
  try {
    await clearUnfinished(core.dataFolder);
    await removeOrphans(core);
  } catch (error) {
    // They take some room, and are in nobody's way.
    core.log.warn('orphans_not_removed', { code: toCallError(error).code });
  }
}

/** What bytes are kept under (`core.newId`, and the recovery's own). */
const isId = (name: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);

/**
 * Removes bytes that no row speaks of: a process was killed between the bytes and their row, or
 * between the row's end and theirs. A history that was set aside may be the one that speaks of
 * them: while there is one, all of them stay.
 */
async function removeOrphans(core: Core): Promise<void> {
  const folder = incomingFolder(core.dataFolder);
  const there = (await readdir(folder).catch(() => [])).filter(isId);
  if (there.length === 0 || hasSetAside(core.dataFolder)) return;
  const sources = await listSources(core.store.queries);
  // By name alone: the folder may have another path than when the row was written.
  const used = new Set(
    sources.flatMap(({ id, source_path }) => [id, source_path.split(/[\\/]/).at(-1)]),
  );
  const orphans = there.filter((name) => !used.has(name));
  await Promise.all(orphans.map((name) => rm(join(folder, name), { force: true })));
  if (orphans.length > 0) core.log.info('orphans_removed', { count: orphans.length });
}

/** Removes the bytes that lie in our own folder; never touches a file that is not ours. */
export async function removeOwnFiles(
  core: Core,
  files: readonly { readonly source_path: string }[],
): Promise<void> {
  await Promise.all(files.map(({ source_path }) => removeIfOwn(core.dataFolder, source_path)));
}

/** Removes a file if it lies in our own folder. */
export async function removeIfOwn(dataFolder: string, path: string): Promise<void> {
  if (path.startsWith(incomingFolder(dataFolder) + sep)) await rm(path, { force: true });
}

async function keepBytes(core: Core, id: string, bytes: Uint8Array) {
  const sizeBytes = bytes.byteLength;
  if (core.heldTables.hold(id, bytes)) return { path: ownPath(core, id), sizeBytes };
  return { path: await writeBytes(core, id, bytes), sizeBytes };
}

const ownPath = (core: Core, id: string) => join(incomingFolder(core.dataFolder), id);

async function writeBytes(core: Core, id: string, bytes: Uint8Array): Promise<string> {
  const path = ownPath(core, id);
  try {
    await mkdir(incomingFolder(core.dataFolder), { recursive: true, mode: 0o700 });
    await writeFile(path, bytes, { mode: 0o600, flush: true });
  } catch (error) {
    await rm(path, { force: true });
    throw toStoreError(error);
  }
  return path;
}

async function findOnDisk(path: string) {
  const absolute = resolve(path);
  const found = await stat(absolute).catch(() => null);
  if (!found) throw new ZubiError('file_not_found', { name: basename(absolute) });
  return { path: absolute, sizeBytes: found.size };
}

const maxName = 255;

/**
 * A name without folders, for the table and for downloads: no control characters, and none of the
 * signs that are not seen and turn the order of the others around or part them, so that what is
 * read is what is there. A name that is too long loses its middle: its ending says what it is.
 */
export function shownName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const plain = last
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ')
    .replaceAll(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '')
    .trim();
  if (plain.length <= maxName) return plain || 'file';
  const ending = /\.[^.]{1,20}$/.exec(plain)?.[0] ?? '';
  return `${plain.slice(0, maxName - ending.length)}${ending}`.toWellFormed();
}
