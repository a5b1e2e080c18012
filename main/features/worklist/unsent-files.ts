import { type Kysely, sql } from 'kysely';
import type { ExpenseType, Model, Operation } from '../../../contract/ledger-books.ts';
import type { ConnectionId } from '../../platform/db/connection-id.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { isSuperseded } from './file-origins.ts';

/** A file of the ledger on the list, for a company of the office, that is still to be sent. */
export interface UnsentFile {
  readonly id: string;
  readonly company_id: string;
  readonly model: Model;
  readonly expense_type: ExpenseType | null;
  readonly operation: Operation;
  readonly is_faulty: 0 | 1;
  readonly records: number;
  readonly amount: string | null;
  /** The quarter of its records, or of the submission that it comes from; null for neither. */
  readonly period: string | null;
  readonly fiscal_year: number | null;
  /** The submission that its records were refused in, or that it changes. */
  readonly submission_id: string | null;
}

/**
 * The files on the worklist that are still to be sent or discarded. Leaves out what has arrived or
 * may have: sent files, and copies of their documents.
 */
export async function listUnsentFiles(
  queries: Kysely<Tables>,
  environment: ConnectionId,
): Promise<UnsentFile[]> {
  const { rows } = await sql<UnsentFile>`
    with listed as materialized (
      select file.id, file.sha256, validation ->> '$.verdict' as verdict,
        validation ->> '$.kind' as kind, validation ->> '$.taxpayer.taxId' as tax_id,
        validation ->> '$.form.model' as model, validation ->> '$.form.expenseType' as expense_type,
        validation ->> '$.form.operation' as operation, validation ->> '$.records' as records,
        validation ->> '$.totals.amount' as amount, validation ->> '$.period' as period,
        validation ->> '$.fiscalYear' as fiscal_year
      from worklist_files as file
      where validation is not null and removed_at is null and not ${isSuperseded('file')})
    select listed.id, company.id as company_id, model, expense_type, operation, records, amount,
      verdict = 'invalid' as is_faulty, origin.submission_id, fiscal_year,
      coalesce(listed.period, (
        select changed.period from submissions as changed where changed.id = origin.submission_id)
      ) as period
    from listed
    cross join companies as company
      on company.environment = ${environment} and company.tax_id = listed.tax_id
    left join file_origins as origin on origin.file_id = listed.id
    where listed.kind = 'ledger_form' and model is not null
      and verdict in ('valid', 'warnings', 'invalid')
      and not exists (
        select 1 from submissions as own
        where own.worklist_file_id = listed.id and own.state not in ('failed', 'cancelled'))
      and not exists (
        select 1 from submissions as same
        where same.sha256 = listed.sha256 and same.environment = company.environment
          and same.state in ('queued', 'sending', 'accepted', 'partially_accepted', 'unknown'))
    order by listed.id`.execute(queries);
  return rows;
}
