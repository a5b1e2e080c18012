import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { TakenFile } from '../../../contract/client.ts';
import { ZubiError } from '../../../contract/errors.ts';
import { toCallError } from '../call-error.ts';
import type { IncomingFilesTable } from '../db/company-tables.ts';
import { toStoreError } from '../db/errors.ts';
import { hasReplaced } from '../db/replaced-folders.ts';
import type { Store } from '../db/store.ts';
import type { Clock, IncomingFile, Log } from '../ports.ts';
import {
  findIncomingFiles,
  insertIncomingFile,
  listSources,
  removeIncomingFiles,
} from './incoming-files-table.ts';
import { clearUnfinished, incomingFolder } from './staged-archive.ts';
import type { StagedTables } from './staged-tables.ts';

/** The folder of received files and their rows. */
interface IncomingRoom {
  readonly dataFolder: string;
  readonly store: Store;
  readonly stagedTables: StagedTables;
  readonly newId: () => string;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Takes a dropped or chosen file and returns a token. The method that receives the token decides
 * its use: the worklist takes documents, an authorization takes its own. Bytes go to disk first, so
 * that a crash loses nothing; except tables, which may contain keys.
 */
export async function takeFile(room: IncomingRoom, file: IncomingFile): Promise<TakenFile> {
  const id = room.newId();
  const name = shownName(file.name);
  const kept =
    'bytes' in file ? await keepBytes(room, id, file.bytes) : await findOnDisk(file.path);
  const row = {
    id,
    name,
    taken_at: room.clock().toISOString(),
    size_bytes: kept.sizeBytes,
    source_path: kept.path,
  };
  try {
    await insertIncomingFile(room.store.queries, row);
  } catch (error) {
    // Nothing else would remove them.
    room.stagedTables.forget([id]);
    await removeOwnFiles(room, [row]);
    throw error;
  }
  return { fileId: id, name };
}

/** A received file that is not used yet. Throws `file_unknown`. */
export async function requireIncoming(room: IncomingRoom, id: string): Promise<IncomingFilesTable> {
  const [file] = await findIncomingFiles(room.store.queries, [id]);
  if (!file) throw new ZubiError('file_unknown', { id });
  return file;
}

/**
 * The same for a reader of files on the disk: a table, which only the import expects, is written
 * there.
 */
export async function requireOnDisk(room: IncomingRoom, id: string): Promise<IncomingFilesTable> {
  const file = await requireIncoming(room, id);
  await putOnDisk(room, id);
  return file;
}

/** Writes a table held in memory to the disk. */
export async function putOnDisk(room: IncomingRoom, id: string): Promise<void> {
  const held = room.stagedTables.find(id);
  if (held === null) return;
  await writeBytes(room, id, held);
  room.stagedTables.forget([id]);
}

/**
 * Forgets files that were used elsewhere or are not wanted; ids that are not waiting are ignored.
 */
export async function discardIncoming(room: IncomingRoom, ids: readonly string[]): Promise<void> {
  room.stagedTables.forget(ids);
  const removed = await removeIncomingFiles(room.store.queries, ids);
  await removeOwnFiles(room, removed);
}

/** Forgets the files of an earlier run, whose tokens are lost. */
export async function clearIncoming(room: IncomingRoom): Promise<void> {
  await removeOwnFiles(room, await removeIncomingFiles(room.store.queries));
  try {
    await clearUnfinished(room.dataFolder);
    await removeOrphans(room);
  } catch (error) {
    // They take space but disturb nobody.
    room.log.warn('orphans_not_removed', { code: toCallError(error).code });
  }
}

/** Names of stored bytes (`room.newId`, and the recovery's own). */
const isId = (name: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);

/**
 * Removes bytes without a row: a process was killed between writing the bytes and their row, or
 * between removing the row and the bytes. A replaced history may refer to them: while there is one,
 * all stay.
 */
async function removeOrphans(room: IncomingRoom): Promise<void> {
  const folder = incomingFolder(room.dataFolder);
  const there = (await readdir(folder).catch(() => [])).filter(isId);
  if (there.length === 0 || hasReplaced(room.dataFolder)) return;
  const sources = await listSources(room.store.queries);
  // By name only: the folder may have had another path when the row was written.
  const used = new Set(
    sources.flatMap(({ id, source_path }) => [id, source_path.split(/[\\/]/).at(-1)]),
  );
  const orphans = there.filter((name) => !used.has(name));
  await Promise.all(orphans.map((name) => rm(join(folder, name), { force: true })));
  if (orphans.length > 0) room.log.info('orphans_removed', { count: orphans.length });
}

/** Removes the bytes in our own folder; never touches a foreign file. */
export async function removeOwnFiles(
  room: IncomingRoom,
  files: readonly { readonly source_path: string }[],
): Promise<void> {
  await Promise.all(files.map(({ source_path }) => removeIfOwn(room.dataFolder, source_path)));
}

/** Whether a path leads into our own folder; a stranger's history may name any. */
export const isOwnFile = (dataFolder: string, path: string): boolean =>
  dirname(resolve(path)) === resolve(incomingFolder(dataFolder));

/**
 * Removes a file if it is in our own folder. One that another program has open on Windows goes
 * with other files without a row, at a start.
 */
export async function removeIfOwn(dataFolder: string, path: string): Promise<void> {
  if (isOwnFile(dataFolder, path)) await rm(path, { force: true }).catch(() => undefined);
}

async function keepBytes(room: IncomingRoom, id: string, bytes: Uint8Array) {
  const sizeBytes = bytes.byteLength;
  if (room.stagedTables.hold(id, bytes)) return { path: ownPath(room, id), sizeBytes };
  return { path: await writeBytes(room, id, bytes), sizeBytes };
}

const ownPath = (room: Pick<IncomingRoom, 'dataFolder'>, id: string) =>
  join(incomingFolder(room.dataFolder), id);

/** Writes handed-over bytes to our own folder; returns their path. */
export async function writeBytes(
  room: Pick<IncomingRoom, 'dataFolder'>,
  id: string,
  bytes: Uint8Array,
): Promise<string> {
  const path = ownPath(room, id);
  try {
    await mkdir(incomingFolder(room.dataFolder), { recursive: true, mode: 0o700 });
    await writeFile(path, bytes, { mode: 0o600, flush: true });
  } catch (error) {
    await rm(path, { force: true });
    throw toStoreError(error);
  }
  return path;
}

/** Throws `file_not_found`. */
export async function findOnDisk(path: string) {
  const absolute = resolve(path);
  const found = await stat(absolute).catch(() => null);
  if (!found) throw new ZubiError('file_not_found', { name: shownName(absolute) });
  return { path: absolute, sizeBytes: found.size };
}

const maxName = 255;

/**
 * A file name without folders, for the table and for downloads: without control characters and
 * without invisible characters that reorder or separate others, so that the name reads as it is. A
 * long name loses its middle: the ending shows the type.
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
