import { type Kysely, sql } from 'kysely';
import type { ConnectionId } from '../../../platform/db/connection-id.ts';
import type { CompanyTotalsTable, Tables } from '../../../platform/db/tables.ts';
import { gateColumns } from '../../authorizations/public.ts';
import { isCancelledSince, maybeRecorded, waitingRows } from '../../submissions/public.ts';
import { alreadyRecorded, notInLedger } from '../corrections.ts';

/** An active company, with its authorization. */
export type OwnCompany = Awaited<ReturnType<typeof readActiveCompanies>>[number];

/** Every company that is not archived, by name. */
export async function readActiveCompanies(queries: Kysely<Tables>, environment: ConnectionId) {
  return queries
    .selectFrom('companies as company')
    .leftJoin('authorizations as standing', 'standing.company_id', 'company.id')
    .select(['company.id', 'full_name', 'tax_id', 'code', 'client_group', 'adviser'])
    .select(['is_individual', 'created_at'])
    .select(gateColumns)
    .where('environment', '=', environment)
    .where('archived_at', 'is', null)
    .orderBy('search_text')
    .orderBy('company.id')
    .execute();
}

/**
 * What arrived, may have arrived or is being sent, by company, quarter, form, state; triggers keep
 * it.
 */
export async function readTotals(
  queries: Kysely<Tables>,
  periods: readonly string[],
): Promise<CompanyTotalsTable[]> {
  return queries
    .selectFrom('company_totals')
    .selectAll()
    .where('period', 'in', [...periods])
    .where('files', '>', 0)
    .where('state', 'in', maybeRecorded)
    .execute();
}

/** A submission that needs attention. */
export type WaitingRow = Awaited<ReturnType<typeof readWaitingOf>>[number];

/** Cents of record results. */
const sumOfParts =
  "coalesce(sum(cast(replace(coalesce(part.amount, '0'), '.', '') as integer)), 0)";

/** Whether the ledger has the refused record `part` of `row`: it said so, or another brought it. */
const isRecorded = sql<boolean>`(part.code = ${alreadyRecorded} or exists (
  select 1 from submission_records as own
  cross join submission_records as again
    on again.identity = own.identity and again.submission <> own.submission
  cross join submissions as other on other.sequence = again.submission
  where own.submission = row.sequence and own.record = part.record
    and other.operation <> 'cancellation' and other.state in ('accepted', 'partially_accepted')
    and not exists (select 1 from record_results as told where told.submission_id = other.id
      and told.position = again.record and told.state in ('incorrect', 'not_told'))
    and not ${sql.raw(isCancelledSince('again'))}))`;

/** Of the refused records that the ledger has already. */
const recorded = (value: string) => sql<number>`(
  select ${sql.raw(value)} from record_results as part
  where part.submission_id = row.id and part.state = 'incorrect' and ${isRecorded})`;

/** How many records were refused because the ledger has them already, or lacks them. */
const ofOtherOperation = sql<number>`(
  select count(*) from record_results as part where part.submission_id = row.id
    and part.state = 'incorrect' and part.code in (${alreadyRecorded}, ${notInLedger}))`;

/** Whether the same document arrived later, or may have. */
const isSentAgainWhole = sql<0 | 1>`exists (
  select 1 from submissions as again
  where again.sha256 = row.sha256 and again.environment = row.environment
    and again.sequence > row.sequence and again.state in (${sql.join(maybeRecorded)}))`;

/**
 * Submissions of these quarters that need attention, with the number and cents of their records
 * that were refused because the ledger has them already, and the submission they were made from.
 */
export async function readWaitingOf(
  queries: Kysely<Tables>,
  environment: ConnectionId,
  periods: readonly string[],
) {
  return queries
    .selectFrom(waitingRows.as('waits'))
    .innerJoin('submissions as row', 'row.sequence', 'waits.sequence')
    .leftJoin('file_origins as origin', 'origin.file_id', 'row.worklist_file_id')
    .select('origin.submission_id as source_id')
    .select(['row.id', 'row.company_id', 'row.state', 'row.record_count', 'row.incorrect_count'])
    .select(['row.accepted_with_errors_count', 'row.amount', 'row.sha256'])
    .select(['waits.form', 'waits.period', 'row.operation'])
    .select([ofOtherOperation.as('other_count'), isSentAgainWhole.as('is_again')])
    .select([recorded('count(*)').as('recorded_count'), recorded(sumOfParts).as('recorded_cents')])
    .where('waits.environment', '=', environment)
    .where('waits.period', 'in', [...periods])
    .orderBy('waits.sequence', 'desc')
    .execute();
}

/** Stored records of partly accepted files, and their total. */
export interface RefusedParts {
  readonly records: number;
  readonly cents: number;
}

/** Whether the refused records of a creation were sent again, in a file made from it. */
const isSentAgain = sql<boolean>`exists (
  select 1 from submissions as later
  where later.operation = 'creation' and later.state not in ('failed', 'cancelled')
    and later.environment = row.environment and (later.previous_id = row.id or later.worklist_file_id in (
      select file_id from file_origins as origin where origin.submission_id = row.id)))`;

/**
 * Refused records of partly accepted files that do not count: all of those that need no more
 * attention or were sent again; of the others, those that the ledger has already.
 */
export async function readRefusedParts(
  queries: Kysely<Tables>,
  environment: ConnectionId,
  periods: readonly string[],
): Promise<(RefusedParts & { readonly company_id: string; readonly period: string })[]> {
  const { rows } = await sql<RefusedParts & { company_id: string; period: string }>`
    select total.company_id, total.period, sum(iif(waits.sequence is null or ${isSentAgain},
        row.incorrect_count, ${recorded('count(*)')})) as records,
      coalesce(sum((select ${sql.raw(sumOfParts)} from record_results as part
        where part.submission_id = row.id and part.state = 'incorrect'
          and (waits.sequence is null or ${isSentAgain} or ${isRecorded}))), 0) as cents
    from company_totals as total
    join submissions as row on row.company_id = total.company_id and row.form = total.form
      and row.state = total.state and row.period = total.period
    left join waiting_submissions as waits on waits.sequence = row.sequence
    where total.period in (select value from json_each(${JSON.stringify(periods)})) and total.state = 'partially_accepted' and total.files > 0
      and row.environment = ${environment} and row.operation = 'creation'
    group by total.company_id, total.period`.execute(queries);
  return rows;
}
