import { type Kysely, sql } from 'kysely';
import type { ConnectionId } from '../../../platform/db/connection-id.ts';
import type { CompanyTotalsTable, Tables } from '../../../platform/db/tables.ts';
import { gateColumns } from '../../authorizations/public.ts';
import { maybeRecorded, waitingRows } from '../../submissions/public.ts';
import { alreadyRecorded } from '../corrections.ts';

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

/** Of the records that were refused because the ledger has them already. */
const recorded = (value: string) => sql<number>`(
  select ${sql.raw(value)} from record_results as part
  where part.submission_id = row.id and part.code = ${alreadyRecorded} and part.state = 'incorrect')`;

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
    .select(['waits.form', 'waits.period'])
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
    and (later.previous_id = row.id or later.worklist_file_id in (
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
          and (waits.sequence is null or ${isSentAgain} or part.code = ${alreadyRecorded}))), 0) as cents
    from company_totals as total
    join submissions as row on row.company_id = total.company_id and row.form = total.form
      and row.state = total.state and row.period = total.period
    left join waiting_submissions as waits on waits.sequence = row.sequence
    where total.period in (select value from json_each(${JSON.stringify(periods)})) and total.state = 'partially_accepted' and total.files > 0
      and row.environment = ${environment} and row.operation = 'creation'
    group by total.company_id, total.period`.execute(queries);
  return rows;
}
