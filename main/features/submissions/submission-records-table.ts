import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { ShownState } from '../../../contract/shown-state.ts';
import type { SubmissionStateColumn, SubmissionsTable, Tables } from '../../platform/db/tables.ts';
import { shownStateSql } from './shown-state-sql.ts';

/** Rows in one statement: bounded so that no statement holds the thread for long. */
const rowsPerStatement = 2000;

/**
 * Writes the identities of a submission's records, in the order of its file; `identities` are
 * hexadecimal.
 */
export async function insertSubmissionRecords(
  queries: Kysely<Tables>,
  sequence: number,
  identities: readonly string[],
): Promise<void> {
  for (let start = 0; start < identities.length; start += rowsPerStatement) {
    const json = JSON.stringify(identities.slice(start, start + rowsPerStatement));
    await sql`
      insert into submission_records (submission, record, identity)
      select ${sequence}, ${start} + key + 1, unhex(value) from json_each(${json})
      where true
      on conflict do nothing`.execute(queries);
  }
  await setRecordsIndexed(queries, sequence, 1);
}

/** Notes that a submission's document cannot be read any more, so that nobody tries again. */
export const giveUpRecords = (queries: Kysely<Tables>, sequence: number): Promise<void> =>
  setRecordsIndexed(queries, sequence, 2);

async function setRecordsIndexed(
  queries: Kysely<Tables>,
  sequence: number,
  records_indexed: 1 | 2,
): Promise<void> {
  await queries
    .updateTable('submissions')
    .set({ records_indexed })
    .where('sequence', '=', sequence)
    .execute();
}

/**
 * Creations of these taxpayers whose records are not known yet: those of a history from before they
 * were.
 */
export async function listNotIndexed(
  queries: Kysely<Tables>,
  taxIds: readonly string[],
): Promise<
  Pick<
    SubmissionsTable,
    'sequence' | 'sha256' | 'environment' | 'tax_id' | 'model' | 'expense_type'
  >[]
> {
  return queries
    .selectFrom('submissions')
    .select(['sequence', 'sha256', 'environment', 'tax_id', 'model', 'expense_type'])
    .where('records_indexed', '=', 0)
    .where('tax_id', 'in', [...taxIds])
    .execute();
}

/** An earlier submission that carries some of the same records. */
interface SharedRecords {
  readonly id: string;
  readonly state: SubmissionStateColumn;
  readonly shown: ShownState;
  readonly at: string;
  readonly fileName: string;
  /** Positions in the file that was asked about, from 1, as a JSON list. */
  readonly records: string;
}

/**
 * Whether a submission is a creation that entered, or may have entered, a record of its own; by
 * their names in the statement. A record that the answer refused was not entered; one of which a
 * refusal does not tell may have been; one that was cancelled since may be entered again.
 */
export const hasEntered = (submission: string, record: string): string => `
  ${submission}.operation = 'creation'
  and (${submission}.state in ('accepted', 'partially_accepted', 'unknown', 'sending', 'queued')
    or (${submission}.state = 'rejected' and exists (
      select 1 from record_results as untold
      where untold.submission_id = ${submission}.id and untold.position = ${record}.record
        and untold.record is not null and untold.state = 'not_told')))
  and not exists (
    select 1 from record_results as result
    where result.submission_id = ${submission}.id and result.position = ${record}.record and result.state = 'incorrect')
  and not exists (
    select 1
    from submission_records as undone
    join submissions as cancellation on cancellation.sequence = undone.submission
    where undone.identity = ${record}.identity and undone.submission > ${record}.submission
      and cancellation.operation = 'cancellation' and cancellation.state = 'accepted')`;

/**
 * Creations that entered, or may have entered, any of these records, the newest first: one
 * statement, an index look-up a record.
 */
export async function findSharedRecords(
  queries: Kysely<Tables>,
  identities: readonly string[],
): Promise<readonly SharedRecords[]> {
  const { rows } = await sql<SharedRecords>`
    select earlier.id, earlier.state, ${sql.raw(shownStateSql('earlier'))} as shown, coalesce(earlier.sent_at, earlier.created_at) as at, earlier.file_name as "fileName",
      json_group_array(mine.key + 1) as records
    from json_each(${JSON.stringify(identities)}) as mine
    cross join submission_records as entered on entered.identity = unhex(mine.value)
    cross join submissions as earlier on earlier.sequence = entered.submission
    where ${sql.raw(hasEntered('earlier', 'entered'))}
    group by earlier.sequence
    order by earlier.sequence desc
    limit 100`.execute(queries);
  return rows;
}

/** Writes the records of a submission for another one of the same document. */
export async function copySubmissionRecords(
  transaction: Transaction<Tables>,
  from: number,
  to: number,
): Promise<void> {
  for (let first = 1; ; first += rowsPerStatement) {
    const { numInsertedOrUpdatedRows: copied = 0n } = await transaction
      .insertInto('submission_records')
      .columns(['submission', 'record', 'identity'])
      .expression(
        transaction
          .selectFrom('submission_records')
          .select([sql<number>`${to}`.as('submission'), 'record', 'identity'])
          .where('submission', '=', from)
          .where((where) => where.between('record', first, first + rowsPerStatement - 1)),
      )
      .executeTakeFirstOrThrow();
    if (copied < rowsPerStatement) break;
    await setImmediate();
  }
  await setRecordsIndexed(transaction, to, 1);
}
