import { type Kysely, sql } from 'kysely';
import type { WatchedFilesTable } from '../../platform/db/company-tables.ts';
import type { Tables } from '../../platform/db/tables.ts';

type KnownFile = Pick<WatchedFilesTable, 'path' | 'size_bytes' | 'modified_ms'>;

/** The files of a folder already handled; null where this history has never read it. */
export async function findKnownFiles(
  queries: Kysely<Tables>,
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
  queries: Kysely<Tables>,
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
  queries: Kysely<Tables>,
  files: readonly WatchedFilesTable[],
): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    for (let from = 0; from < files.length; from += 500)
      await transaction
        .replaceInto('watched_files')
        .values(files.slice(from, from + 500))
        .execute();
  });
}

/** Keeps the row of a file; that of other bytes taken from its path stays, under its own name. */
export async function keepArrival(queries: Kysely<Tables>, file: WatchedFilesTable): Promise<void> {
  await sql`
    update watched_files set path = path || ${replaced} || (file_ids ->> '$[0]')
    where folder_id = ${file.folder_id} and path = ${file.path} and outcome = 'taken'
    and file_ids <> '[]' and sha256 is not ${file.sha256}`.execute(queries);
  await keepWatchedFiles(queries, [file]);
}

export async function forgetFolder(queries: Kysely<Tables>, folderId: string): Promise<void> {
  await queries.deleteFrom('watched_files').where('folder_id', '=', folderId).execute();
}

/** The files that `came`, and those made from them. */
const andMade = sql`
  union select made.file_id from came join file_sources as made on made.source_id = came.id`;

/** Files that came after an instant, from any folder. */
export async function listArrivals(queries: Kysely<Tables>, since: string | null) {
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
    leftAside: {
      count: aside.length,
      names: aside.slice(0, 20).map(({ path }) => path.split(/[\\/]/).at(-1) ?? path),
    },
  };
}

/**
 * Files of the worklist that came through this folder, and those made from them, whose taxpayer is
 * not its company.
 */
export async function listMisplaced(
  queries: Kysely<Tables>,
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
