import { type Kysely, sql } from 'kysely';
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

/** Which of these submissions have a correction on the worklist that has not been sent. */
export async function listCorrectedHere(
  queries: Kysely<Tables>,
  submissionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct origin.submission_id as id from json_each(${JSON.stringify(submissionIds)}) as asked
    join file_origins as origin on origin.submission_id = asked.value
    join worklist_files as file on file.id = origin.file_id and file.removed_at is null
    where origin.kind not in ('cancellation', 'modified')
      and not exists (select 1 from submissions where worklist_file_id = file.id)`.execute(queries);
  return new Set(rows.map(({ id }) => id));
}

/** Submissions after which a file is still open to be corrected. */
const openStates = sql`('failed', 'cancelled', 'rejected')`;

/**
 * Whether a file of the worklist has given its place to one that was made from it. What was
 * recorded, or may have been, keeps its place. `file` is a table's name or alias.
 */
export function isSuperseded(file: string) {
  const id = sql.ref(`${file}.id`);
  return sql<boolean>`(exists (
      select 1 from file_origins as made_from
      join worklist_files as maker on maker.id = made_from.file_id and maker.removed_at is null
      where made_from.source_id = ${id})
    and not exists (
      select 1 from submissions as sent
      where sent.worklist_file_id = ${id} and sent.state not in ${openStates}))`;
}

/** Files with the originals that only they replace, and the originals of these. */
export async function withOriginals(
  queries: Kysely<Tables>,
  ids: readonly string[],
): Promise<string[]> {
  const all = new Set(ids);
  for (let found = ids; found.length > 0; ) {
    const known = JSON.stringify([...all]);
    const { rows } = await sql<{ id: string }>`
      select distinct source.id from json_each(${known}) as gone
      join file_origins as origin on origin.file_id = gone.value
      join worklist_files as source on source.id = origin.source_id
      where not exists (
        select 1 from file_origins as other
        join worklist_files as maker on maker.id = other.file_id and maker.removed_at is null
        where other.source_id = source.id
          and other.file_id not in (select value from json_each(${known})))
        and not exists (
          select 1 from submissions as sent
          where sent.worklist_file_id = source.id and sent.state not in ${openStates})`.execute(
      queries,
    );
    found = rows.flatMap(({ id }) => (all.has(id) ? [] : [id]));
    for (const id of found) all.add(id);
  }
  return [...all];
}

/** What was made from a file now replaces another one: the same document, dropped again. */
export async function moveOrigin(
  queries: Kysely<Tables>,
  from: readonly string[],
  to: string,
): Promise<void> {
  await queries
    .updateTable('file_origins')
    .set({ source_id: to })
    .where('source_id', 'in', [...from])
    .execute();
}
