import { sql } from 'kysely';
import { alreadyRecorded, notInLedger } from '../../../../contract/ledger-codes.ts';
import type { ConnectionId } from '../../../platform/db/connection-id.ts';
import { listed } from '../../../platform/db/listed.ts';
import type { CompanyTotalsTable, Queries } from '../../../platform/db/tables.ts';
import { gateColumns } from '../../authorizations/public.ts';
import { hasKept, isCancelledSince, maybeRecorded, waitingRows } from '../../submissions/public.ts';

/** An active company, with its authorization. */
export type OwnCompany = Awaited<ReturnType<typeof readActiveCompanies>>[number];

/** Every company that is not archived, by name. */
export async function readActiveCompanies(queries: Queries, environment: ConnectionId) {
  return queries
    .selectFrom('companies as company')
    .leftJoin('authorizations as standing', 'standing.company_id', 'company.id')
    .select(['company.id', 'full_name', 'tax_id', 'code', 'client_group', 'adviser'])
    .select(['is_individual', 'created_at'])
    .select(gateColumns)
    .where('environment', '=', environment)
    .where('archived_at', 'is', null)
    .orderBy(sql`name_order(search_text)`)
    .orderBy('company.id')
    .execute();
}

/**
 * What arrived, may have arrived or is being sent, by company, quarter, form, state; triggers keep
 * it.
 */
export async function readTotals(
  queries: Queries,
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

export const centsOfPart = "cast(replace(coalesce(part.amount, '0'), '.', '') as integer)";

/**
 * For each waiting creation in a state, the number and cents of its refused records that the ledger
 * has: it said so, or another submission brought them. Each record is looked for once, however many
 * of these submissions have it: files that repeat each other would take the square of their number.
 */
const recordedOf = (
  state: 'rejected' | 'partially_accepted',
  environment: ConnectionId,
  periods: readonly string[],
) => sql<{ submission: number; records: number; cents: number }>`(
  with refused as materialized (
    select row.sequence as submission, own.identity, part.code, ${sql.raw(centsOfPart)} as cents
    from waiting_submissions as waits
    cross join submissions as row on row.sequence = waits.sequence
    cross join record_results as part on part.submission_id = row.id and part.state = 'incorrect'
    left join submission_records as own
      on own.submission = row.sequence and own.record = part.record
    where waits.environment = ${environment} and waits.state = ${state}
      and waits.period in ${listed(periods)}
      and row.operation = 'creation'),
  brought as materialized (
    select again.identity, min(again.submission) as first, max(again.submission) as last
    from (select distinct identity from refused where code is not ${alreadyRecorded}) as one
    cross join submission_records as again on again.identity = one.identity
    cross join submissions as other on other.sequence = again.submission
    where (other.operation <> 'cancellation' and other.state in ('accepted', 'partially_accepted')
        or other.operation = 'creation' and other.state in ('queued', 'sending', 'unknown'))
      and ${sql.raw(hasKept('other', 'again'))}
      and not ${sql.raw(isCancelledSince('again'))}
    group by again.identity)
  select refused.submission, count(*) as records, sum(refused.cents) as cents
  from refused left join brought on brought.identity = refused.identity
  where refused.code = ${alreadyRecorded}
    or brought.first <> refused.submission or brought.last <> refused.submission
  group by refused.submission)`;

/** How many records were refused because the ledger has them already, or lacks them. */
const ofOtherOperation = sql<number>`(
  select count(*) from record_results as part where part.submission_id = row.id
    and part.state = 'incorrect' and part.code in (${alreadyRecorded}, ${notInLedger}))`;

/** Whether the same document arrived, or may have: later, or in another submission. */
const isSentIn = (which: '>' | '<>') => sql<0 | 1>`exists (
  select 1 from submissions as again
  where again.sha256 = row.sha256 and again.environment = row.environment
    and again.sequence ${sql.raw(which)} row.sequence
    and again.state in (${sql.join(maybeRecorded)}))`;

/**
 * Submissions of these quarters that need attention, with the submission they were made from; of
 * refused creations, with the number and cents of their records that the ledger has already.
 */
export async function readWaitingOf(
  queries: Queries,
  environment: ConnectionId,
  periods: readonly string[],
) {
  return queries
    .selectFrom(waitingRows.as('waits'))
    .innerJoin('submissions as row', 'row.sequence', 'waits.sequence')
    .leftJoin('file_origins as origin', 'origin.file_id', 'row.worklist_file_id')
    .leftJoin(
      recordedOf('rejected', environment, periods).as('recorded'),
      'recorded.submission',
      'waits.sequence',
    )
    .select('origin.submission_id as source_id')
    .select(['row.id', 'row.company_id', 'row.state', 'row.record_count', 'row.incorrect_count'])
    .select(['row.accepted_with_errors_count', 'row.amount', 'row.sha256'])
    .select(['waits.form', 'waits.period', 'row.operation'])
    .select(ofOtherOperation.as('other_count'))
    .select([isSentIn('>').as('is_again'), isSentIn('<>').as('is_elsewhere')])
    .select(sql<number>`coalesce(recorded.records, 0)`.as('recorded_count'))
    .select(sql<number>`coalesce(recorded.cents, 0)`.as('recorded_cents'))
    .where('waits.environment', '=', environment)
    .where('waits.period', 'in', [...periods])
    .orderBy('waits.sequence', 'desc')
    .execute();
}

/** Refused records of a company's partly accepted files. */
export interface RefusedRecords {
  readonly company_id: string;
  readonly period: string;
  readonly records: number;
  readonly cents: number;
}

/** Whether the refused records of a creation were sent again, in a file made from all of them. */
const isSentAgain = sql<boolean>`exists (
  select 1 from submissions as later
  where later.operation = 'creation' and later.state not in ('failed', 'cancelled')
    and later.environment = row.environment and (later.previous_id = row.id or later.worklist_file_id in (
      select file_id from file_origins as origin where origin.submission_id = row.id))
    and not exists (select 1 from file_origins as origin
      where origin.file_id = later.worklist_file_id and origin.kind = 'modified'))`;

/**
 * Refused records of partly accepted files that do not count: all of those that need no more
 * attention or were sent again; of the others, those that the ledger has already.
 */
export async function readRefusedRecords(
  queries: Queries,
  environment: ConnectionId,
  periods: readonly string[],
): Promise<RefusedRecords[]> {
  const { rows } = await sql<RefusedRecords>`
    select total.company_id, total.period,
      sum(iif(waits.sequence is null or ${isSentAgain},
        row.incorrect_count, coalesce(recorded.records, 0))) as records,
      sum(iif(waits.sequence is null or ${isSentAgain},
        (select coalesce(sum(${sql.raw(centsOfPart)}), 0) from record_results as part
          where part.submission_id = row.id and part.state = 'incorrect'),
        coalesce(recorded.cents, 0))) as cents
    from company_totals as total
    join submissions as row on row.company_id = total.company_id and row.form = total.form
      and row.state = total.state and row.period = total.period
    left join waiting_submissions as waits on waits.sequence = row.sequence
    left join ${recordedOf('partially_accepted', environment, periods)} as recorded
      on recorded.submission = row.sequence
    where total.period in ${listed(periods)} and total.state = 'partially_accepted' and total.files > 0
      and row.environment = ${environment} and row.operation = 'creation'
    group by total.company_id, total.period`.execute(queries);
  return rows;
}
