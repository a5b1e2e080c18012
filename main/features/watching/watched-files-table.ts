import { sql } from 'kysely';
import type { WatchedFilesTable } from '../../platform/db/company-tables.ts';
import type { Queries } from '../../platform/db/tables.ts';
import { shownName } from '../../platform/files/incoming.ts';
import { portionsOf } from '../../platform/portions.ts';

type KnownFile = Pick<WatchedFilesTable, 'path' | 'size_bytes' | 'modified_ms'>;

/** The files of a folder already handled; null where this history has never read it. */
export async function findKnownFiles(
  queries: Queries,
  folderId: string,
): Promise<ReadonlyMap<string, KnownFile> | null> {
  const rows = await queries
    .selectFrom('watched_files')
    .select(['path', 'size_bytes', 'modified_ms'])
    .where('folder_id', '=', folderId)
    .execute();
  return rows.length === 0 ? null : new Map(rows.map((row) => [row.path, row]));
}

/** Follows the path in the row of bytes that others replaced: no path of a file contains it. */
const replaced = '//';

/** Files with these bytes that were taken in from the folder; without earlier bytes of `path`. */
export async function findTaken(
  queries: Queries,
  { folder_id, path }: Pick<WatchedFilesTable, 'folder_id' | 'path'>,
  sha256: string,
): Promise<WatchedFilesTable[]> {
  const rows = await queries
    .selectFrom('watched_files')
    .selectAll()
    .where('folder_id', '=', folder_id)
    .where('sha256', '=', sha256)
    .where('outcome', '=', 'taken')
    .execute();
  return rows.filter((row) => !row.path.startsWith(path + replaced));
}

export async function keepWatchedFiles(
  queries: Queries,
  files: readonly WatchedFilesTable[],
): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    for (const part of portionsOf(files, 500))
      await transaction.replaceInto('watched_files').values(part).execute();
  });
}

/** Keeps the row of a file; that of other bytes taken from its path stays, under its own name. */
export async function keepArrival(queries: Queries, file: WatchedFilesTable): Promise<void> {
  await sql`
    update watched_files set path = path || ${replaced} || (file_ids ->> '$[0]')
    where folder_id = ${file.folder_id} and path = ${file.path} and outcome = 'taken'
    and file_ids <> '[]' and sha256 is not ${file.sha256}`.execute(queries);
  await keepWatchedFiles(queries, [file]);
}

/** Follows the path of a file or subfolder that cannot be read, in a row beside its own. */
const unread = '//unread';
const isUnread = ({ path }: { readonly path: string }) => path.endsWith(unread);

export const wasUnread = (known: ReadonlyMap<string, KnownFile>, path: string): boolean =>
  known.has(path + unread);

/** Keeps the rows of the paths that cannot be read now; false where they are the known ones. */
export async function changeUnread(
  queries: Queries,
  known: ReadonlyMap<string, KnownFile>,
  { folderId, paths, at }: { folderId: string; paths: ReadonlySet<string>; at: string },
): Promise<boolean> {
  const now = new Set([...paths].map((path) => path + unread));
  const gone = [...known.values()].filter((row) => isUnread(row) && !now.has(row.path));
  const come = [...now].filter((path) => !known.has(path));
  if (gone.length + come.length === 0) return false;
  await queries
    .deleteFrom('watched_files')
    .where('folder_id', '=', folderId)
    .where(
      'path',
      'in',
      gone.map(({ path }) => path),
    )
    .execute();
  const row = { folder_id: folderId, size_bytes: 0, modified_ms: 0, sha256: null, at } as const;
  const rest = { outcome: 'left_aside', file_ids: '[]' } as const;
  await keepWatchedFiles(
    queries,
    come.map((path) => ({ ...row, ...rest, path })),
  );
  return true;
}

export async function forgetFolder(queries: Queries, folderId: string): Promise<void> {
  await queries.deleteFrom('watched_files').where('folder_id', '=', folderId).execute();
}

/** The files that `came`, and those made from them. */
const andMade = sql`
  union select made.file_id from came join file_sources as made on made.source_id = came.id`;

/** Files that came after an instant, from any folder. */
export async function listArrivals(queries: Queries, since: string | null) {
  const rows = await queries
    .selectFrom('watched_files')
    .select(['path', 'outcome', 'file_ids'])
    .where('at', '>', since ?? '')
    .where('outcome', '!=', 'existing')
    .orderBy('at', 'desc')
    .execute();
  const taken = rows.flatMap((row) => JSON.parse(row.file_ids) as string[]);
  const aside = rows.filter((row) => row.outcome === 'left_aside');
  const { rows: listed } = await sql<{ id: string }>`
    with recursive came(id) as (select value from json_each(${JSON.stringify(taken)}) ${andMade})
    select file.id from came join worklist_files as file on file.id = came.id
    where file.removed_at is null limit 5000`.execute(queries);
  return {
    count: taken.length,
    fileIds: listed.map(({ id }) => id),
    leftAside: named(aside.filter((row) => !isUnread(row))),
    unread: named(aside.filter(isUnread)),
  };
}

function named(rows: readonly { readonly path: string }[]) {
  const paths = rows.slice(0, 20).map(({ path }) => path.replace(unread, ''));
  return { count: rows.length, names: paths.map(shownName) };
}

/**
 * Files of the worklist that came through this folder, and those made from them, whose taxpayer is
 * not its company.
 */
export async function listMisplaced(
  queries: Queries,
  folderId: string,
  taxId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive came(id) as (
      select each.value from watched_files, json_each(watched_files.file_ids) as each
      where watched_files.folder_id = ${folderId} and watched_files.outcome = 'taken' ${andMade})
    select file.id from came join worklist_files as file on file.id = came.id
    where file.removed_at is null
      and upper(file.validation ->> '$.taxpayer.taxId') <> ${taxId.toUpperCase()}
    limit 5000`.execute(queries);
  return rows.map(({ id }) => id);
}
