import { sql } from 'kysely';
import { definiteRefusals } from '../../../contract/answer.ts';
import type { ConnectionId } from '../../platform/db/connection-id.ts';
import type { Queries, SubmissionsTable } from '../../platform/db/tables.ts';
import { type Book, maybeRecorded } from '../submissions/public.ts';
import { isFromElsewhere, isListed } from './file-origins.ts';
import { bookOfFile, isSent } from './worklist-table.ts';

/** A file of the ledger on the list, of a company of the office, not sent yet. */
export interface UnsentFile
  extends Pick<
    SubmissionsTable,
    'id' | 'company_id' | 'model' | 'expense_type' | 'operation' | 'amount'
  > {
  /** Of its document; null where it was never read. */
  readonly sha256: string | null;
  /** Invalid, or refused by the service for its content. */
  readonly is_faulty: 0 | 1;
  readonly records: number;
  /** Of these, what counts in the history already; null for none. */
  readonly recorded_count: number | null;
  readonly recorded_amount: string | null;
  /** The quarter of its records, or of the submission that it comes from; null without either. */
  readonly period: string | null;
  readonly fiscal_year: number | null;
  /** The submission whose refused records it has, or that it changes. */
  readonly submission_id: string | null;
}

/**
 * The files on the worklist that are still to be sent or discarded. Leaves out sent files, and
 * copies of documents that arrived or may have arrived.
 */
export async function listUnsentFiles(
  queries: Queries,
  environment: ConnectionId,
): Promise<UnsentFile[]> {
  const { rows } = await sql<UnsentFile>`
    with listed as materialized (
      select file.id, file.sha256, validation ->> '$.verdict' as verdict,
        validation ->> '$.kind' as kind, ${bookOfFile},
        validation ->> '$.form.operation' as operation, validation ->> '$.records' as records,
        validation ->> '$.totals.amount' as amount, validation ->> '$.period' as period,
        validation ->> '$.fiscalYear' as fiscal_year,
        validation ->> '$.recorded.records' as recorded_count,
        validation ->> '$.recorded.amount' as recorded_amount
      from worklist_files as file
      where validation is not null and ${isListed('file')})
    select listed.id, sha256, company.id as company_id, model, expense_type, operation, records, amount,
      recorded_count, recorded_amount,
      verdict = 'invalid' or coalesce((
        select own.state = 'failed' and own.answer_code in (${sql.join(definiteRefusals)})
        from submissions as own
        where own.worklist_file_id = listed.id and own.environment = company.environment
        order by own.sequence desc limit 1), 0) as is_faulty,
      origin.submission_id, fiscal_year,
      coalesce((
        select iif(changed.state in ('rejected', 'failed'), listed.period, null)
        from submissions as changed where changed.id = origin.submission_id), (
        select changed.period from submissions as changed where changed.id = origin.submission_id),
        listed.period) as period
    from listed
    cross join companies as company
      on company.environment = ${environment} and company.tax_id = listed.tax_id
    left join file_origins as origin on origin.file_id = listed.id
    where listed.kind = 'ledger_form' and model is not null
      and verdict in ('valid', 'warnings', 'invalid')
      and not ${isSent('listed', environment)}
      and not ${isFromElsewhere('listed', environment)}
      and not exists (
        select 1 from submissions as same
        where same.sha256 = listed.sha256 and same.environment = company.environment
          and same.state in (${sql.join(maybeRecorded)}))
    order by listed.id`.execute(queries);
  return rows;
}

/**
 * Unsent files of a taxpayer's book that change or cancel records, newest first; without those made
 * from submissions of another connection.
 */
export async function listUnsentChanges(
  queries: Queries,
  { tax_id, model, expense_type, environment }: Book,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select file.id from worklist_files as file
    where sha256 is not null and ${isListed('file')}
      and validation ->> '$.form.operation' in ('modification', 'cancellation')
      and upper(validation ->> '$.taxpayer.taxId') = ${tax_id.toUpperCase()}
      and validation ->> '$.form.model' = ${model}
      and validation ->> '$.form.expenseType' is ${expense_type}
      and not ${isSent('file', environment)}
      and not ${isFromElsewhere('file', environment)}
    order by added_at desc limit ${limit}`.execute(queries);
  return rows.map(({ id }) => id);
}
