import { sql } from 'kysely';
import { alreadyRecorded } from '../../../../contract/ledger-codes.ts';
import type { ConnectionId } from '../../../platform/db/connection-id.ts';
import { listed } from '../../../platform/db/listed.ts';
import type { Queries } from '../../../platform/db/tables.ts';
import { hasKept, isCancelledSince, wasLostBefore } from '../../submissions/public.ts';
import { type ChangesAsked, ofCompanies, type RecordChange } from './changed-records.ts';
import { centsOfPart } from './quarter-rows.ts';

/**
 * Records that the ledger has from a submission that counts as not delivered or refused: a person
 * decided so, and the ledger refused the records later because it had them already. Each counts
 * once, in the quarter of the last refusal, until another submission brings or cancels it.
 */
export async function readConfirmedRecords(
  queries: Queries,
  environment: ConnectionId,
  { periods, companyIds }: ChangesAsked,
): Promise<RecordChange[]> {
  const { rows } = await sql<RecordChange>`
    with lost as materialized (
      -- Mostly none: then no record is looked for.
      select distinct company_id, form from submissions
      where state in ('failed', 'rejected') and incorrect_count = 0),
    refused as materialized (
      select own.identity, max(own.submission) as submission, row.company_id, row.period, row.form,
        ${sql.raw(centsOfPart)} as cents,
        part.amount is null as unread
      from company_totals as total
      cross join submissions as row on row.company_id = total.company_id
        and row.form = total.form and row.state = total.state and row.period = total.period
      cross join record_results as part on part.submission_id = row.id
        and part.state = 'incorrect' and part.code = ${alreadyRecorded}
      cross join submission_records as own
        on own.submission = row.sequence and own.record = part.record
      where ${ofCompanies(companyIds)} and total.period in ${listed(periods)} and total.files > 0
        and total.state in ('rejected', 'partially_accepted')
        and row.environment = ${environment} and row.operation = 'creation'
        and (total.company_id, total.form) in (select company_id, form from lost)
      group by own.identity)
    select company_id, period, form, count(*) as records, sum(cents) as cents, sum(unread) as unread
    from refused
    where ${sql.raw(wasLostBefore('refused'))} and not ${sql.raw(isCancelledSince('refused'))}
      and not exists (
        select 1 from submission_records as again
        cross join submissions as other on other.sequence = again.submission
        where again.identity = refused.identity
          and (other.operation <> 'cancellation' and other.state in ('accepted', 'partially_accepted')
            or other.operation = 'creation' and other.state in ('queued', 'sending', 'unknown'))
          and ${sql.raw(hasKept('other', 'again'))}
          and not ${sql.raw(isCancelledSince('again'))})
    group by company_id, period, form`.execute(queries);
  return rows;
}
