import type { IncomingFilesTable } from '../db/company-tables.ts';
import { listed } from '../db/listed.ts';
import type { Queries } from '../db/tables.ts';

export async function insertIncomingFile(
  queries: Queries,
  file: IncomingFilesTable,
): Promise<void> {
  await queries.insertInto('incoming_files').values(file).execute();
}

/** The files of those identifiers that are not used yet. */
export async function findIncomingFiles(
  queries: Queries,
  ids: readonly string[],
): Promise<IncomingFilesTable[]> {
  return queries
    .selectFrom('incoming_files')
    .selectAll()
    .where('id', 'in', listed(ids))
    .orderBy('taken_at')
    .orderBy('id')
    .execute();
}

/** Removes files, all of them without ids; returns them. */
export async function removeIncomingFiles(
  queries: Queries,
  ids?: readonly string[],
): Promise<IncomingFilesTable[]> {
  if (ids?.length === 0) return [];
  const query = queries.deleteFrom('incoming_files');
  return (ids ? query.where('id', 'in', listed(ids)) : query).returningAll().execute();
}

/** Places of the bytes of every unused file and every file of the worklist. */
export function listSources(
  queries: Queries,
): Promise<Pick<IncomingFilesTable, 'id' | 'source_path'>[]> {
  const waiting = queries.selectFrom('incoming_files').select(['id', 'source_path']);
  return waiting
    .unionAll(queries.selectFrom('worklist_files').select(['id', 'source_path']))
    .execute();
}
