import type { Kysely } from 'kysely';
import type { FileOriginsTable, Tables } from '../../platform/db/tables.ts';

/** Notes what a file is made from, before the file itself is taken in. */
export async function insertFileOrigin(
  queries: Kysely<Tables>,
  origin: FileOriginsTable,
): Promise<void> {
  await queries.insertInto('file_origins').values(origin).execute();
}

export async function findFileOrigin(
  queries: Kysely<Tables>,
  fileId: string,
): Promise<FileOriginsTable | undefined> {
  return queries
    .selectFrom('file_origins')
    .selectAll()
    .where('file_id', '=', fileId)
    .executeTakeFirst();
}

/** The files of the worklist that come from a submission. */
export async function listMadeFiles(
  queries: Kysely<Tables>,
  submissionId: string,
): Promise<string[]> {
  const rows = await queries
    .selectFrom('file_origins')
    .innerJoin('worklist_files', 'worklist_files.id', 'file_origins.file_id')
    .select('worklist_files.id')
    .where('file_origins.submission_id', '=', submissionId)
    .orderBy('worklist_files.added_at')
    .execute();
  return rows.map(({ id }) => id);
}
