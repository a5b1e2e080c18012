import { sql } from 'kysely';
import type { IncomingFilesTable } from '../../platform/db/company-tables.ts';
import type { ConnectionId } from '../../platform/db/connection-id.ts';
import { listed } from '../../platform/db/listed.ts';
import type { Queries } from '../../platform/db/tables.ts';
import type { WorklistFilesTable } from '../../platform/db/worklist-tables.ts';
import { maybeRecorded } from '../submissions/public.ts';
import { isFromElsewhere, isSuperseded } from './file-origins.ts';

/** The connection in use; without one, any. */
export type InUse = ConnectionId | 'none';

/**
 * Whether a file of the worklist was sent, or will be, on a connection; `file` is a table's name or
 * alias. What failed or was withdrawn may be sent again.
 */
export function isSent(file: string, environment: InUse) {
  return sql<boolean>`exists (
    select 1 from submissions as own
    where own.worklist_file_id = ${sql.ref(`${file}.id`)}
      and ${environment} in ('none', own.environment)
      and own.state not in ('failed', 'cancelled'))`;
}

export async function addWorklistFile(
  queries: Queries,
  { taken_at: added_at, ...file }: IncomingFilesTable,
): Promise<void> {
  const unchecked = { sha256: null, validation: null, issues_gzip: null, removed_at: null };
  await queries
    .insertInto('worklist_files')
    .values({ ...file, added_at, ...unchecked })
    .execute();
}

export async function findWorklistFile(
  queries: Queries,
  id: string,
): Promise<WorklistFilesTable | undefined> {
  return queries
    .selectFrom('worklist_files')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

/** A stored validation: what the table shows, and the issues compressed. */
export interface ValidationColumns {
  readonly validation: string;
  readonly issues_gzip: Uint8Array;
}

export async function setValidation(
  queries: Queries,
  id: string,
  values: ValidationColumns & { readonly sha256: string | null },
): Promise<void> {
  await queries.updateTable('worklist_files').set(values).where('id', '=', id).execute();
}

/**
 * Replaces the validation that it was made from; false when that is no longer there, and then
 * nothing has changed.
 */
export async function replaceValidation(
  queries: Queries,
  { id, from, to }: { id: string; from: string; to: ValidationColumns },
): Promise<boolean> {
  const result = await queries
    .updateTable('worklist_files')
    .set(to)
    .where('id', '=', id)
    .where('validation', '=', from)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Unsent files with the document of one of these submissions. Where none are named: of any, those
 * with recorded records, and those that tell of another connection's history. One statement: an
 * index look-up for each submission, else each file.
 */
export async function listSameDocuments(
  queries: Queries,
  submissionIds: readonly string[] | null,
  environment: InUse,
): Promise<string[]> {
  const concerned =
    submissionIds === null
      ? sql`worklist_files as file
        where (exists (select 1 from submissions where submissions.sha256 = file.sha256)
          or file.validation ->> '$.recorded' is not null
          or file.validation ->> '$.toldOf' is not ${environment})`
      : sql`json_each(${JSON.stringify(submissionIds)}) as changed
          cross join submissions as sent on sent.id = changed.value
          cross join worklist_files as file on file.sha256 = sent.sha256
        where true`;
  const { rows } = await sql<{ id: string }>`
    select distinct file.id from ${concerned} and file.validation is not null
      and not ${isSent('file', environment)}`.execute(queries);
  return rows.map(({ id }) => id);
}

/** Checked files that could be sent, with their documents. */
export async function listDocuments(
  queries: Queries,
  environment: InUse,
): Promise<{ id: string; sha256: string }[]> {
  const { rows } = await sql<{ id: string; sha256: string }>`
    select file.id, file.sha256 from worklist_files as file
    where file.sha256 is not null and file.validation is not null
      and not ${isSent('file', environment)}`.execute(queries);
  return rows;
}

/** The book of a checked file. A tax id in small letters is a fault, of a file of that company. */
export const bookOfFile = sql`upper(validation ->> '$.taxpayer.taxId') as tax_id,
  validation ->> '$.form.model' as model, validation ->> '$.form.expenseType' as expense_type`;

/**
 * Files that could be sent, of the books of these submissions, whose documents are in no submission
 * that may be recorded: they may share records with them. One statement: 10 ms where most files
 * were sent, 80 where 5,000 were not.
 */
export async function listSameBooks(
  queries: Queries,
  submissionIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with books as materialized (
      select distinct tax_id, model, expense_type, environment from submissions
      where id in ${listed(submissionIds)}),
    files as materialized (
      select id, ${bookOfFile} from worklist_files
      where validation ->> '$.verdict' in ('valid', 'warnings')
        and not exists (
          select 1 from submissions as same
          where same.sha256 = worklist_files.sha256
            and same.environment in (select environment from books)
            and same.state in (${sql.join(maybeRecorded)})))
    select distinct files.id
    -- Each file is read once, whatever the planner makes of the numbers.
    from files cross join books on books.tax_id = files.tax_id and books.model = files.model
      and books.expense_type is files.expense_type`.execute(queries);
  return rows.map(({ id }) => id);
}

/** The submissions of the batch that was queued last. */
export async function listLastBatch(queries: Queries): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from submissions
    where batch_id = (select batch_id from submissions order by sequence desc limit 1)`.execute(
    queries,
  );
  return rows.map(({ id }) => id);
}

/**
 * Files of the same name and content that were dropped before, and neither sent on this connection
 * nor made from what another one sent: the newer drop replaces them.
 */
export async function findSameFiles(
  queries: Queries,
  file: { id: string; name: string; sha256: string },
  environment: InUse,
): Promise<string[]> {
  const rows = await queries
    .selectFrom('worklist_files')
    .select('id')
    .where('name', '=', file.name)
    .where('sha256', '=', file.sha256)
    .where('id', '!=', file.id)
    .where(
      sql<boolean>`not exists (
        select 1 from submissions where worklist_file_id = worklist_files.id
          and ${environment} in ('none', environment))`,
    )
    .where((where) => where.not(isFromElsewhere('worklist_files', environment)))
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Checked files that no submission has sent or will send, with the part of their validation that
 * the table shows.
 */
export async function listUnsent(
  queries: Queries,
  environment: InUse,
): Promise<{ id: string; validation: string }[]> {
  return queries
    .selectFrom('worklist_files as file')
    .select(['file.id', 'file.validation'])
    .where('file.validation', 'is not', null)
    .where('file.sha256', 'is not', null)
    .where((where) => where.not(isSent('file', environment)))
    .orderBy('file.added_at')
    .$narrowType<{ validation: string }>()
    .execute();
}

/** Those of these files that were sent, or will be, on any connection. */
export async function listSent(queries: Queries, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select file.id from json_each(${JSON.stringify(ids)}) as given
    cross join worklist_files as file on file.id = given.value
    where ${isSent('file', 'none')}`.execute(queries);
  return rows.map(({ id }) => id);
}

/**
 * Sets when files were taken off the list, or that they are back; returns those that have changed.
 */
export async function setRemoved(
  queries: Queries,
  ids: readonly string[],
  removedAt: string | null,
): Promise<string[]> {
  const rows = await queries
    .updateTable('worklist_files')
    .set({ removed_at: removedAt })
    .where('id', 'in', listed(ids))
    .where('removed_at', removedAt === null ? 'is not' : 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Joins the removals since then: they can be undone together, as long as the newest one can.
 * Returns all their files, and how many of these the list showed.
 */
export async function joinRemovals(
  queries: Queries,
  { since, at }: { readonly since: string; readonly at: string },
): Promise<{ fileIds: string[]; shown: number }> {
  const rows = await queries
    .updateTable('worklist_files')
    .set({ removed_at: at })
    .where('removed_at', '>=', since)
    .returning('id')
    .execute();
  const shown = await queries
    .selectFrom('worklist_files as file')
    .select('id')
    .where('removed_at', '=', at)
    .where((where) => where.not(isSuperseded('file', sql`maker.removed_at = ${at}`)))
    .execute();
  return { fileIds: rows.map(({ id }) => id), shown: shown.length };
}

/** Files that were taken off the list, and when. */
export async function listRemoved(queries: Queries): Promise<{ id: string; removed_at: string }[]> {
  return queries
    .selectFrom('worklist_files')
    .select(['id', 'removed_at'])
    .where('removed_at', 'is not', null)
    .$narrowType<{ removed_at: string }>()
    .execute();
}

/** Takes files off the worklist for good; returns what they were, to clean up after them. */
export async function removeWorklistFiles(
  queries: Queries,
  ids: readonly string[],
): Promise<{ source_path: string; sha256: string | null }[]> {
  return queries
    .deleteFrom('worklist_files')
    .where('id', 'in', listed(ids))
    .returning(['source_path', 'sha256'])
    .execute();
}
