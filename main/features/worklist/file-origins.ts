import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { ConnectionId } from '../../platform/db/connection-id.ts';
import { listed } from '../../platform/db/listed.ts';
import type { Queries, SubmissionsTable } from '../../platform/db/tables.ts';
import type { FileOriginsTable } from '../../platform/db/worklist-tables.ts';
import { hasEntered } from '../submissions/public.ts';

/** A further submission whose corrections a file joins, and the file that it replaces. */
export interface JoinedSource {
  readonly submissionId: string;
  readonly sourceId: string | null;
}

/** Stores the origin of a file, before the file itself is taken in. */
export async function insertFileOrigin(
  queries: Queries,
  origin: FileOriginsTable,
  joined: readonly JoinedSource[] = [],
): Promise<void> {
  await queries.insertInto('file_origins').values(origin).execute();
  for (const { submissionId, sourceId } of joined)
    await queries
      .insertInto('joined_sources')
      .values({
        ...{ file_id: origin.file_id, submission_id: submissionId, source_id: sourceId },
        corrects: origin.kind === 'modified' ? 0 : 1,
      })
      .execute();
}

/**
 * Links a file that is about to be sent to the refused and undelivered submissions that it
 * corrects, wherever a person fixed it: those of which it has every record that the ledger does not
 * have yet, or has with errors, and those whose file a person changed into this one. It takes the
 * place of their files. A modification that is sent again corrects none behind it in the queue:
 * the later one has the last word on their records.
 */
export async function joinCorrected(
  queries: Queries,
  sent: Pick<Insertable<SubmissionsTable>, 'previous_id' | 'worklist_file_id'> &
    Partial<Pick<SubmissionsTable, 'queue_order'>> &
    Pick<SubmissionsTable, 'company_id' | 'model' | 'expense_type' | 'operation'>,
  identities: readonly string[],
): Promise<void> {
  const fileId = sent.worklist_file_id ?? null;
  if (fileId === null) return;
  const isOurs = sql`record.identity in (
    select unhex(value) from json_each(${JSON.stringify(identities)}))`;
  const { rows } = await sql<{ id: string; source_id: string | null }>`
    select earlier.id, iif(earlier.state = 'partially_accepted', null, file.id) as source_id
    from waiting_submissions as waits
    join submissions as earlier on earlier.sequence = waits.sequence
    left join worklist_files as file on file.id = earlier.worklist_file_id
    where waits.company_id = ${sent.company_id} and waits.state <> 'unknown'
      and earlier.model = ${sent.model} and earlier.expense_type is ${sent.expense_type}
      and iif(earlier.accepted_with_errors_count = 0, earlier.operation = ${sent.operation},
        earlier.incorrect_count = 0 and ${sent.operation} = 'modification')
      and (earlier.id is not ${sent.previous_id ?? null} or exists (
        select 1 from file_origins where file_id = ${fileId} and kind = 'modified'))
      and earlier.worklist_file_id is not ${fileId}
      and (${sent.operation} <> 'modification'
        or earlier.queue_order <= coalesce(${sent.queue_order ?? null}, earlier.queue_order))
      and (${isEdited(fileId, identities)} or (
        exists (select 1 from submission_records as record
          where record.submission = earlier.sequence and ${isOurs})
        and not exists (select 1 from submission_records as record
          where record.submission = earlier.sequence and not ${isOurs} and not ${isThere})))`.execute(
    queries,
  );
  for (const { id, source_id } of rows) {
    const { numInsertedOrUpdatedRows } = await queries
      .insertInto('joined_sources')
      .values({ file_id: fileId, submission_id: id, source_id: null })
      .onConflict((conflict) =>
        conflict
          .columns(['file_id', 'submission_id'])
          .doUpdateSet({ corrects: 1 })
          .where('joined_sources.corrects', '=', 0),
      )
      .executeTakeFirst();
    if (source_id !== null && numInsertedOrUpdatedRows === 1n)
      await queries.insertInto('replaced_files').values({ file_id: fileId, source_id }).execute();
  }
}

/**
 * Whether a file was made from that of `earlier`, refused or not delivered, and no record was
 * deleted: another number makes another record.
 */
const isEdited = (fileId: string, identities: readonly string[]) => sql<boolean>`(
  earlier.state in ('rejected', 'failed')
  and exists (select 1 from file_origins as made
    where made.file_id = ${fileId} and made.source_id = earlier.worklist_file_id)
  and ${new Set(identities).size} >= (
    select count(*) from submission_records where submission = earlier.sequence))`;

/** Whether the ledger has a `record` of the submission `earlier`, by that one or by another. */
const isThere = sql<boolean>`(
  exists (select 1 from record_results as result where result.submission_id = earlier.id
    and result.position = record.record and result.state in ('correct', 'cancelled'))
  or (earlier.operation = 'creation' and exists (
    select 1 from submission_records as other
    join submissions as made on made.sequence = other.submission
    where other.identity = record.identity and made.sequence <> earlier.sequence
      and ${sql.raw(hasEntered('made', 'other'))})))`;

export async function listJoinedSources(
  queries: Queries,
  fileId: string,
): Promise<readonly JoinedSource[]> {
  return queries
    .selectFrom('joined_sources')
    .select(['submission_id as submissionId', 'source_id as sourceId'])
    .where('file_id', '=', fileId)
    .execute();
}

export async function findFileOrigin(
  queries: Queries,
  fileId: string,
): Promise<FileOriginsTable | undefined> {
  return queries
    .selectFrom('file_origins')
    .selectAll()
    .where('file_id', '=', fileId)
    .executeTakeFirst();
}

/** The files of the worklist that come from a submission, or take the place of its file. */
export async function listMadeFiles(queries: Queries, submissionId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select file.id from worklist_files as file where file.id in (
      select file_id from file_sources where submission_id = ${submissionId}
      union select made.file_id from submissions as own
      join file_sources as made on made.source_id = own.worklist_file_id
      where own.id = ${submissionId} and ${isRefusedOwn})
    order by file.added_at`.execute(queries);
  return rows.map(({ id }) => id);
}

/** Whether a file was made from a submission of another connection: it is not for this one. */
export function isFromElsewhere(file: string, environment: ConnectionId | 'none') {
  return sql<boolean>`exists (
    select 1 from file_sources as made
    join submissions as source on source.id = made.submission_id
    where made.file_id = ${sql.ref(`${file}.id`)}
      and ${environment} not in ('none', source.environment))`;
}

/** Whether the submission `own` surely entered nothing: another file may take the place of its. */
const isRefusedOwn = sql<boolean>`own.state in ('rejected', 'failed')`;

/** Whether a file has its submission's refused records, or those with errors: no other change. */
const corrects = sql`origin.kind not in ('cancellation', 'modified')`;

/** Submissions with the operations of their corrections; null for a file that is not checked. */
type Corrected = ReadonlyMap<string, ReadonlySet<string | null>>;

/** Submissions that have an unsent correction on the worklist. */
export async function listCorrectedHere(queries: Queries): Promise<Corrected> {
  const { rows } = await sql<{ id: string }>`
    select file.id from worklist_files as file where file.removed_at is null
      and exists (select 1 from file_sources where file_id = file.id)
      and not exists (select 1 from submissions where worklist_file_id = file.id)`.execute(queries);
  return listCorrectedBy(
    queries,
    rows.map(({ id }) => id),
  );
}

/**
 * The submissions whose refused records, or records with errors, are in these files, and those
 * refused or not delivered whose file one of them replaces; with the operations of these files.
 */
export async function listCorrectedBy(
  queries: Queries,
  fileIds: readonly string[],
): Promise<Corrected> {
  const { rows } = await sql<{ id: string; operation: string | null }>`
    with made as materialized (
      select origin.kind, origin.submission_id, origin.source_id,
        file.validation ->> '$.form.operation' as operation
      from json_each(${JSON.stringify(fileIds)}) as asked
      join file_sources as origin on origin.file_id = asked.value
      join worklist_files as file on file.id = asked.value)
    select origin.submission_id as id, operation from made as origin
    where ${corrects} and origin.submission_id is not null
    union select own.id, origin.operation from made as origin
    join submissions as own on own.worklist_file_id = origin.source_id
    where ${isRefusedOwn}`.execute(queries);
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, own]) => [
      id,
      new Set(own.map(({ operation }) => operation)),
    ]),
  );
}

/** Whether a file was recorded, or may have been: it can no longer be corrected. */
const isRecorded = (id: RawBuilder<unknown>) => sql<boolean>`exists (
  select 1 from submissions as sent
  where sent.worklist_file_id = ${id} and sent.state not in ('failed', 'cancelled', 'rejected'))`;

/**
 * Whether a file of the worklist is replaced by one made from it. A file that was recorded, or may
 * have been, keeps its place. `file` is a table's name or alias. `by` says which replacing files
 * count: those on the list unless given.
 */
export function isSuperseded(file: string, by = sql<boolean>`maker.removed_at is null`) {
  const id = sql.ref(`${file}.id`);
  return sql<boolean>`(exists (
      select 1 from file_sources as made_from
      join worklist_files as maker on maker.id = made_from.file_id and ${by}
      where made_from.source_id = ${id})
    and not ${isRecorded(id)})`;
}

/** Whether a file is on the list: neither removed nor replaced. */
export function isListed(file: string) {
  return sql<boolean>`(${sql.ref(`${file}.removed_at`)} is null and not ${isSuperseded(file)})`;
}

/** Files with the originals that only they replace, and the originals of these. */
export async function withOriginals(queries: Queries, ids: readonly string[]): Promise<string[]> {
  const all = new Set(ids);
  for (let found = ids; found.length > 0; ) {
    const known = JSON.stringify([...all]);
    const { rows } = await sql<{ id: string }>`
      select distinct source.id from json_each(${known}) as gone
      join file_sources as origin on origin.file_id = gone.value
      join worklist_files as source on source.id = origin.source_id
      where not exists (
        select 1 from file_sources as other
        join worklist_files as maker on maker.id = other.file_id and maker.removed_at is null
        where other.source_id = source.id
          and other.file_id not in (select value from json_each(${known})))
        and not ${isRecorded(sql.ref('source.id'))}`.execute(queries);
    found = rows.flatMap(({ id }) => (all.has(id) ? [] : [id]));
    for (const id of found) all.add(id);
  }
  return [...all];
}

/**
 * The same document, dropped again, takes the part of the files there: as what others were made
 * from, and, of those that no submission has, with what they were made from themselves.
 */
export async function moveOrigin(
  queries: Queries,
  from: readonly string[],
  to: string,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select file.id from worklist_files as file where file.id in ${listed(from)}
      and not exists (select 1 from submissions where worklist_file_id = file.id)`.execute(queries);
  const unsent = listed(rows.map(({ id }) => id));
  for (const name of ['file_origins', 'joined_sources', 'replaced_files'] as const) {
    const table = sql.table(name);
    await sql`update ${table} set source_id = ${to} where source_id in ${listed(from)}`.execute(
      queries,
    );
    // A file that was made here anew has an origin of its own.
    await sql`update or ignore ${table} set file_id = ${to} where file_id in ${unsent}`.execute(
      queries,
    );
  }
}
