import { type Kysely, sql } from 'kysely';
import { formNumbers } from '../../../contract/ledger-books.ts';
import type { ConnectionId } from '../../platform/db/connection-id.ts';
import type {
  CompanyTotalsTable,
  SubmissionStateColumn,
  Tables,
} from '../../platform/db/tables.ts';
import { isSuperseded } from '../worklist/public.ts';

/** Counts of a company in a quarter, by form and state, with its name. */
export type PeriodRow = CompanyTotalsTable & { full_name: string; tax_id: string };

/**
 * What the companies of `environment` sent in the last of these quarters, and what was accepted in
 * the earlier ones, from the counts that triggers keep. Earlier quarters leave out cancellations
 * and archived companies: nobody expects them to go on.
 */
export async function readPeriods(
  queries: Kysely<Tables>,
  environment: ConnectionId,
  periods: readonly string[],
): Promise<PeriodRow[]> {
  return queries
    .selectFrom('company_totals as total')
    .innerJoin('companies as company', 'company.id', 'total.company_id')
    .where('total.period', 'in', [...periods])
    .where('company.environment', '=', environment)
    .where('total.files', '>', 0)
    .where((where) =>
      where.or([
        where('total.period', '=', periods.at(-1) ?? ''),
        where.and([
          where('company.archived_at', 'is', null),
          where('total.state', 'in', ['accepted', 'partially_accepted']),
          where('total.form', 'not in', formNumbers({ operation: 'cancellation' })),
        ]),
      ]),
    )
    .selectAll('total')
    .select(['company.full_name', 'company.tax_id'])
    .orderBy(sql`company.full_name collate nocase`)
    .orderBy('company.id')
    .execute();
}

/** Counts the companies that sent nothing in these quarters by territory, without archived ones. */
export async function countSilentCompanies(
  queries: Kysely<Tables>,
  environment: ConnectionId,
  periods: readonly string[],
): Promise<{ territory: string; companies: number }[]> {
  const { rows } = await sql<{ territory: string; companies: number }>`
    select territory_name as territory, count(*) as companies
    from companies as company
    where environment = ${environment} and archived_at is null and not exists (
      select 1 from company_totals as total
      where total.company_id = company.id and total.files > 0
        and total.period in (select value from json_each(${JSON.stringify(periods)})))
    group by territory_name`.execute(queries);
  return rows;
}

/** Files by month and state, from `since` (`2025-12`) on. */
export async function readMonths(
  queries: Kysely<Tables>,
  environment: ConnectionId,
  since: string,
): Promise<{ month: string; state: SubmissionStateColumn; files: number }[]> {
  return queries
    .selectFrom('submission_totals')
    .select(['month', 'state', (build) => build.fn.sum<number>('files').as('files')])
    .where('environment', '=', environment)
    .where('month', '>=', since)
    .groupBy(['month', 'state'])
    .execute();
}

/**
 * Counts each company's files on the worklist that are still to be sent or discarded, and those
 * with errors among them. Leaves out what has arrived or may have: sent files, copies of their
 * documents, and files that one made from them replaces.
 */
export async function countUnsentByCompany(
  queries: Kysely<Tables>,
  environment: ConnectionId,
): Promise<{ company_id: string; files: number; faulty: number }[]> {
  const { rows } = await sql<{ company_id: string; files: number; faulty: number }>`
    with listed as materialized (
      select file.id, file.sha256, validation ->> '$.verdict' as verdict,
        validation ->> '$.kind' as kind, validation ->> '$.taxpayer.taxId' as tax_id
      from worklist_files as file
      where validation is not null and removed_at is null and not ${isSuperseded('file')})
    select company.id as company_id, count(*) as files, sum(listed.verdict = 'invalid') as faulty
    from listed
    cross join companies as company on company.environment = ${environment} and company.tax_id = listed.tax_id
    where listed.kind = 'ledger_form'
      and not exists (
        select 1 from submissions as own
        where own.worklist_file_id = listed.id and own.state not in ('failed', 'cancelled'))
      and not exists (
        select 1 from submissions as same
        where same.sha256 = listed.sha256 and same.environment = company.environment
          and same.state in ('queued', 'sending', 'accepted', 'partially_accepted', 'unknown'))
    group by company_id`.execute(queries);
  return rows;
}

/** Companies whose authorization is under review or was refused. */
export async function readOpenAuthorizations(
  queries: Kysely<Tables>,
  environment: ConnectionId,
): Promise<{ id: string; full_name: string; authorization: 'pending_validation' | 'rejected' }[]> {
  const rows = await queries
    .selectFrom('companies')
    .select(['id', 'full_name', 'authorization'])
    .where('environment', '=', environment)
    .where('authorization', 'in', ['pending_validation', 'rejected'])
    .where('archived_at', 'is', null)
    .orderBy(sql`full_name collate nocase`)
    .limit(200)
    .execute();
  return rows as {
    id: string;
    full_name: string;
    authorization: 'pending_validation' | 'rejected';
  }[];
}
