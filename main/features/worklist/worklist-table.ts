import { type Kysely, sql } from 'kysely';
import type { Tables, WorklistFilesTable } from '../../platform/db/tables.ts';

export async function addWorklistFile(
  queries: Kysely<Tables>,
  file: { id: string; name: string; addedAt: string; sizeBytes: number; sourcePath: string },
): Promise<void> {
  await queries
    .insertInto('worklist_files')
    .values({
      id: file.id,
      name: file.name,
      added_at: file.addedAt,
      size_bytes: file.sizeBytes,
      source_path: file.sourcePath,
      sha256: null,
      validation: null,
      issues_gzip: null,
      removed_at: null,
    })
    .execute();
}

export async function findWorklistFile(
  queries: Kysely<Tables>,
  id: string,
): Promise<WorklistFilesTable | undefined> {
  return queries
    .selectFrom('worklist_files')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

export async function setValidation(
  queries: Kysely<Tables>,
  id: string,
  values: { sha256: string | null; validation: string; issuesGzip: Uint8Array },
): Promise<void> {
  await queries
    .updateTable('worklist_files')
    .set({ sha256: values.sha256, validation: values.validation, issues_gzip: values.issuesGzip })
    .where('id', '=', id)
    .execute();
}

/**
 * Puts another validation in the place of the one that it was made from; false when that is no
 * longer there, and then nothing has changed.
 */
export async function replaceValidation(
  queries: Kysely<Tables>,
  {
    id,
    from,
    to,
  }: { id: string; from: string; to: { validation: string; issuesGzip: Uint8Array } },
): Promise<boolean> {
  const result = await queries
    .updateTable('worklist_files')
    .set({ validation: to.validation, issues_gzip: to.issuesGzip })
    .where('id', '=', id)
    .where('validation', '=', from)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Files whose document these submissions are of (any submission, where none are named), and that
 * are not sent themselves. One statement: an index look-up a submission named, else one a file.
 */
export async function listSameDocuments(
  queries: Kysely<Tables>,
  submissionIds: readonly string[] | null,
): Promise<string[]> {
  const concerned =
    submissionIds === null
      ? sql`worklist_files as file where exists (select 1 from submissions where submissions.sha256 = file.sha256)`
      : sql`json_each(${JSON.stringify(submissionIds)}) as changed
          cross join submissions as sent on sent.id = changed.value
          cross join worklist_files as file on file.sha256 = sent.sha256
        where true`;
  const { rows } = await sql<{ id: string }>`
    select distinct file.id from ${concerned} and file.validation is not null
      and not exists (
        select 1 from submissions as own
        where own.worklist_file_id = file.id and own.state not in ('failed', 'cancelled'))`.execute(
    queries,
  );
  return rows.map(({ id }) => id);
}

/**
 * Files that could be sent and are of a book that these submissions are of, but of documents that
 * no submission is of: they may share records with them. One statement: 10 ms where most files were
 * sent, 80 where 5,000 were not.
 */
export async function listSameBooks(
  queries: Kysely<Tables>,
  submissionIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with books as materialized (
      select distinct tax_id, model, expense_type from submissions
      where id in (select value from json_each(${JSON.stringify(submissionIds)}))),
    files as materialized (
      select id, validation ->> '$.taxpayer.taxId' as tax_id, validation ->> '$.form.model' as model,
        validation ->> '$.form.expenseType' as expense_type
      from worklist_files
      where validation ->> '$.verdict' in ('valid', 'warnings')
        and not exists (select 1 from submissions where submissions.sha256 = worklist_files.sha256))
    select files.id
    -- Each file is read once, whatever the planner makes of the numbers.
    from files cross join books on books.tax_id = files.tax_id and books.model = files.model
      and books.expense_type is files.expense_type`.execute(queries);
  return rows.map(({ id }) => id);
}

/**
 * Files of the same name and content that were dropped before and not sent: the newer drop takes
 * their place.
 */
export async function findSameFiles(
  queries: Kysely<Tables>,
  file: { id: string; name: string; sha256: string },
): Promise<WorklistFilesTable[]> {
  return queries
    .selectFrom('worklist_files')
    .selectAll()
    .where('name', '=', file.name)
    .where('sha256', '=', file.sha256)
    .where('id', '!=', file.id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('submissions')
            .select('submissions.id')
            .whereRef('worklist_file_id', '=', 'worklist_files.id'),
        ),
      ),
    )
    .execute();
}

/**
 * Files that were checked and read, and that no submission has sent or is to send; with the part of
 * their validation that the table shows.
 */
export async function listUnsent(
  queries: Kysely<Tables>,
): Promise<{ id: string; validation: string }[]> {
  const rows = await queries
    .selectFrom('worklist_files as file')
    .select(['file.id', 'file.validation'])
    .where('file.validation', 'is not', null)
    .where('file.sha256', 'is not', null)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('submissions')
            .select('submissions.id')
            .whereRef('submissions.worklist_file_id', '=', 'file.id')
            .where('submissions.state', 'not in', ['failed', 'cancelled']),
        ),
      ),
    )
    .orderBy('file.added_at')
    .execute();
  return rows.flatMap(({ id, validation }) => (validation === null ? [] : [{ id, validation }]));
}

/**
 * Sets when files were taken off the list, or that they are back on it; gives back those that have
 * changed.
 */
export async function setRemoved(
  queries: Kysely<Tables>,
  ids: readonly string[],
  removedAt: string | null,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await queries
    .updateTable('worklist_files')
    .set({ removed_at: removedAt })
    .where('id', 'in', [...ids])
    .where('removed_at', removedAt === null ? 'is not' : 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Files that were taken off the list, and when. */
export async function listRemoved(
  queries: Kysely<Tables>,
): Promise<{ id: string; removed_at: string }[]> {
  return queries
    .selectFrom('worklist_files')
    .select(['id', 'removed_at'])
    .where('removed_at', 'is not', null)
    .$narrowType<{ removed_at: string }>()
    .execute();
}

/** Takes files off the worklist for good; gives back what they were, for tidying up behind them. */
export async function removeWorklistFiles(
  queries: Kysely<Tables>,
  ids: readonly string[],
): Promise<{ source_path: string; sha256: string | null }[]> {
  if (ids.length === 0) return [];
  return queries
    .deleteFrom('worklist_files')
    .where('id', 'in', [...ids])
    .returning(['source_path', 'sha256'])
    .execute();
}
