import { type Kysely, sql } from 'kysely';
import type { Territory } from '../../contract/company.ts';
import type { CompaniesTable, ServiceEnvironment, Tables } from './tables.ts';

/** A company with what the history knows of it. */
export type CompanyRow = CompaniesTable & { submissions: number; last_submission_at: string | null };

function select(queries: Kysely<Tables>) {
  return queries
    .selectFrom('companies')
    .selectAll('companies')
    .select((build) => [
      build
        .selectFrom('submissions')
        .whereRef('submissions.company_id', '=', 'companies.id')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .$asScalar()
        .as('submissions'),
      build
        .selectFrom('submissions')
        .whereRef('submissions.company_id', '=', 'companies.id')
        .select((inner) => inner.fn.max('created_at').as('at'))
        .$asScalar()
        .as('last_submission_at'),
    ]);
}

/** Companies registered with the service of `environment`, by name. */
export async function listCompanies(
  queries: Kysely<Tables>,
  environment: ServiceEnvironment,
  text?: string,
): Promise<CompanyRow[]> {
  let query = select(queries).where('environment', '=', environment).orderBy(sql`full_name collate nocase`);
  if (text?.trim()) {
    const pattern = `%${text.trim().replaceAll(/[\\%_]/g, (mark) => `\\${mark}`)}%`;
    query = query.where((where) =>
      where.or([
        sql<boolean>`full_name like ${pattern} escape '\\'`,
        sql<boolean>`tax_id like ${pattern} escape '\\'`,
      ]),
    );
  }
  return query.execute() as Promise<CompanyRow[]>;
}

export async function findCompany(queries: Kysely<Tables>, id: string): Promise<CompanyRow | undefined> {
  return select(queries).where('companies.id', '=', id).executeTakeFirst() as Promise<CompanyRow | undefined>;
}

export async function findCompanyByTaxId(
  queries: Kysely<Tables>,
  environment: ServiceEnvironment,
  taxId: string,
): Promise<CompanyRow | undefined> {
  return select(queries)
    .where('environment', '=', environment)
    .where('tax_id', '=', taxId)
    .executeTakeFirst() as Promise<CompanyRow | undefined>;
}

export async function insertCompany(queries: Kysely<Tables>, company: CompaniesTable): Promise<void> {
  await queries.insertInto('companies').values(company).execute();
}

export async function updateCompany(
  queries: Kysely<Tables>,
  id: string,
  change: Partial<CompaniesTable>,
): Promise<void> {
  await queries.updateTable('companies').set(change).where('id', '=', id).execute();
}

/** Takes out a draft whose creation surely did not reach the service; a company with submissions cannot be taken out. */
export async function removeCompany(queries: Kysely<Tables>, id: string): Promise<void> {
  await queries.deleteFrom('companies').where('id', '=', id).execute();
}

export async function listTerritories(
  queries: Kysely<Tables>,
  environment: ServiceEnvironment,
): Promise<Territory[]> {
  return queries
    .selectFrom('territories')
    .select(['id', 'name'])
    .where('environment', '=', environment)
    .orderBy('position')
    .execute();
}

export async function replaceTerritories(
  queries: Kysely<Tables>,
  environment: ServiceEnvironment,
  territories: readonly Territory[],
): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('territories').where('environment', '=', environment).execute();
    if (territories.length === 0) return;
    await transaction
      .insertInto('territories')
      .values(
        territories.map((territory, position) => ({
          environment,
          id: territory.id,
          name: territory.name,
          position,
        })),
      )
      .execute();
  });
}
