import type { Kysely } from 'kysely';
import type { IncomingFilesTable } from '../db/company-tables.ts';
import type { Tables } from '../db/tables.ts';

export async function insertIncomingFile(
  queries: Kysely<Tables>,
  file: IncomingFilesTable,
): Promise<void> {
  await queries.insertInto('incoming_files').values(file).execute();
}

/** The files of those identifiers that are still without a use. */
export async function findIncomingFiles(
  queries: Kysely<Tables>,
  ids: readonly string[],
): Promise<IncomingFilesTable[]> {
  if (ids.length === 0) return [];
  return queries
    .selectFrom('incoming_files')
    .selectAll()
    .where('id', 'in', [...ids])
    .orderBy('taken_at')
    .orderBy('id')
    .execute();
}

/** Takes files out, all of them when no ids are given; gives back what they were. */
export async function removeIncomingFiles(
  queries: Kysely<Tables>,
  ids?: readonly string[],
): Promise<IncomingFilesTable[]> {
  if (ids?.length === 0) return [];
  const query = queries.deleteFrom('incoming_files');
  return (ids ? query.where('id', 'in', [...ids]) : query).returningAll().execute();
}

/** Of every file that waits for its use or is on the worklist: whose bytes lie where. */
export function listSources(
  queries: Kysely<Tables>,
): Promise<Pick<IncomingFilesTable, 'id' | 'source_path'>[]> {
  const waiting = queries.selectFrom('incoming_files').select(['id', 'source_path']);
  return waiting
    .unionAll(queries.selectFrom('worklist_files').select(['id', 'source_path']))
    .execute();
}
