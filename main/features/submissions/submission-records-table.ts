import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import type { ShownState } from '../../../contract/shown-state.ts';
import type { Queries, SubmissionsTable, Transaction } from '../../platform/db/tables.ts';
import { type EarlierSubmission, earlierColumns } from './earlier.ts';
import { shownStateSql } from './shown-state-sql.ts';
import { maybeRecorded } from './submissions-table.ts';

/** The book of a record: with another taxpayer or service, the same record is another one. */
export type Book = Pick<SubmissionsTable, 'environment' | 'tax_id' | 'model' | 'expense_type'>;

/**
 * Rows in one statement, with other work between two: among five million records, ten thousand rows
 * take up to a second.
 */
const rowsPerStatement = 2000;

/**
 * Writes the identities of a submission's records, in the order of its file; `identities` are
 * hexadecimal.
 */
export async function insertSubmissionRecords(
  queries: Queries,
  sequence: number,
  identities: readonly string[],
): Promise<void> {
  for (let start = 0; start < identities.length; start += rowsPerStatement) {
    if (start > 0) await setImmediate();
    const json = JSON.stringify(identities.slice(start, start + rowsPerStatement));
    await sql`
      insert into submission_records (submission, record, identity)
      select ${sequence}, ${start} + key + 1, unhex(value) from json_each(${json})
      where true
      on conflict do nothing`.execute(queries);
  }
  await setRecordsIndexed(queries, sequence);
}

async function setRecordsIndexed(queries: Queries, sequence: number): Promise<void> {
  await queries
    .updateTable('submissions')
    .set({ records_indexed: 1 })
    .where('sequence', '=', sequence)
    .execute();
}

/** An earlier submission with some of the same records. */
export interface SharedRecords extends EarlierSubmission {
  readonly shown: ShownState;
  /** Positions in the file in question, from 1. */
  readonly records: readonly number[];
}

/**
 * Whether the ledger took a record of a submission, or may have; by their names in the statement.
 * It did not take a record that the answer refused. It may have taken one that a refusal does not
 * name.
 */
export const mayHaveTaken = (submission: string, record: string): string => `
  (${submission}.state in (${maybeRecorded.map((state) => `'${state}'`).join()})
    or (${submission}.state = 'rejected' and exists (
      select 1 from record_results as untold
      where untold.submission_id = ${submission}.id and untold.position = ${record}.record
        and untold.record is not null and untold.state = 'not_told')))
  and not exists (
    select 1 from record_results as result
    where result.submission_id = ${submission}.id and result.position = ${record}.record
      and result.record is not null and result.state = 'incorrect')`;

/** Whether the answer to a submission kept its record. A record that it did not name counts. */
export const hasKept = (submission: string, record: string): string => `not exists (
        select 1 from record_results as kept
        where kept.submission_id = ${submission}.id and kept.position = ${record}.record
          and kept.state in ('incorrect', 'not_told'))`;

/** Whether the submission `step` surely created, modified or cancelled its record `own`. */
const hasDone = (operation: SubmissionsTable['operation']): string => `
      step.operation = '${operation}' and step.state in ('accepted', 'partially_accepted')
      and ${hasKept('step', 'own')}`;

const isDoneSince = (operation: SubmissionsTable['operation'], record: string): string => `exists (
    select 1
    from submission_records as own
    join submissions as step on step.sequence = own.submission
    where own.identity = ${record}.identity and own.submission > ${record}.submission
      and ${hasDone(operation)})`;

/** Whether a record was cancelled by a later submission. */
export const isCancelledSince = (record: string): string => isDoneSince('cancellation', record);

/** Whether a record was entered by a later submission. */
export const isEnteredSince = (record: string): string => isDoneSince('creation', record);

/**
 * Whether an earlier creation with a record ended without the ledger's result for it, and needs no
 * attention. A ledger that has the record already has it from that one, whatever its end says.
 */
export const wasLostBefore = (record: string): string => `exists (
    select 1
    from submission_records as own
    cross join submissions as step on step.sequence = own.submission
    where own.identity = ${record}.identity and own.submission < ${record}.submission
      and step.operation = 'creation' and step.state in ('failed', 'rejected')
      and not exists (select 1 from waiting_submissions as waits
        where waits.sequence = step.sequence)
      and not exists (select 1 from record_results as result
        where result.submission_id = step.id and result.position = own.record))`;

/**
 * Whether a submission is a creation that recorded, or may have recorded, a record; a record that
 * was cancelled since may be created again.
 */
export const hasEntered = (submission: string, record: string): string => `
  ${submission}.operation = 'creation' and ${mayHaveTaken(submission, record)}
  and not ${isCancelledSince(record)}`;

/** Records in one statement: each is looked for in every file that has it. */
const lookUpsPerStatement = 1000;
const maxShared = 100;

/**
 * Creations that recorded, or may have recorded, any of these records, the newest first. Yields to
 * other work between its statements; each takes an index look-up for each record.
 */
export async function findSharedRecords(
  queries: Queries,
  identities: readonly string[],
): Promise<readonly SharedRecords[]> {
  type Row = Omit<SharedRecords, 'records'> & {
    readonly sequence: number;
    readonly records: string;
  };
  const found = new Map<number, Omit<SharedRecords, 'records'> & { readonly records: number[] }>();
  for (let start = 0; start < identities.length; start += lookUpsPerStatement) {
    if (start > 0) await setImmediate();
    const part = identities.slice(start, start + lookUpsPerStatement);
    // The last cancellation of each record, once: asked for each file, it takes the files' square.
    const { rows } = await sql<Row>`
      with mine as materialized (
        select key, unhex(value) as identity, coalesce((
          select max(own.submission) from submission_records as own
          cross join submissions as step on step.sequence = own.submission
          where own.identity = unhex(value) and ${sql.raw(hasDone('cancellation'))}), 0) as cancelled
        from json_each(${JSON.stringify(part)}))
      select ${sql.raw(earlierColumns)}, ${sql.raw(shownStateSql('earlier'))} as shown,
        earlier.sequence, json_group_array(mine.key + ${start} + 1) as records
      from mine
      cross join submission_records as entered
        on entered.identity = mine.identity and entered.submission >= mine.cancelled
      cross join submissions as earlier on earlier.sequence = entered.submission
      where earlier.operation = 'creation' and ${sql.raw(mayHaveTaken('earlier', 'entered'))}
      group by earlier.sequence`.execute(queries);
    for (const { sequence, records, ...row } of rows) {
      const before = found.get(sequence)?.records ?? [];
      found.set(sequence, { ...row, records: before.concat(readPositions(records)) });
    }
  }
  return [...found]
    .toSorted(([one], [other]) => other - one)
    .slice(0, maxShared)
    .map(([, row]) => row);
}

/** Positions in a file, from a list in JSON without an order. */
export function readPositions(json: string): number[] {
  return z
    .array(z.number())
    .parse(JSON.parse(json))
    .toSorted((a, b) => a - b);
}

/** Writes the records of a submission for another one of the same document. */
export async function copySubmissionRecords(
  transaction: Transaction,
  from: number,
  to: number,
): Promise<void> {
  for (let first = 1; ; first += rowsPerStatement) {
    const { numAffectedRows: copied = 0n } = await sql`
      insert into submission_records (submission, record, identity)
      select ${to}, record, identity from submission_records
      where submission = ${from} and record between ${first} and ${first + rowsPerStatement - 1}
    `.execute(transaction);
    if (copied < rowsPerStatement) break;
    await setImmediate();
  }
  await setRecordsIndexed(transaction, to);
}
