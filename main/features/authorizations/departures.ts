import type { Kysely, Selectable } from 'kysely';
import { asItComes } from '../../platform/db/as-it-comes.ts';
import type { AuthorizationsTable, CompaniesTable } from '../../platform/db/company-tables.ts';
import type { SubmissionsTable, Tables } from '../../platform/db/tables.ts';

/** What sending a submission needs. A field is null where there is none. */
export interface Departure {
  readonly company: Pick<
    Selectable<CompaniesTable>,
    | 'id'
    | 'full_name'
    | 'tax_id'
    | 'territory_name'
    | 'authorization'
    | 'archived_at'
    | 'is_individual'
    | 'first_name'
    | 'last_name_1'
    | 'last_name_2'
  >;
  readonly standing: Pick<AuthorizationsTable, 'open_as' | 'expires_on'> | null;
  readonly document: { readonly gzip: Uint8Array; readonly size_bytes: number } | null;
}

/** Null when there is no such company. */
export async function findDeparture(
  queries: Kysely<Tables>,
  { company_id, sha256 }: Pick<SubmissionsTable, 'company_id' | 'sha256'>,
): Promise<Departure | null> {
  const row = await queries
    .selectFrom('companies as company')
    .leftJoin('authorizations as standing', 'standing.company_id', 'company.id')
    .leftJoin('documents as document', (join) => join.on('document.sha256', '=', asItComes(sha256)))
    .select(['company.id', 'company.full_name', 'company.tax_id', 'company.territory_name'])
    .select(['company.authorization', 'company.archived_at', 'company.is_individual'])
    .select(['company.first_name', 'company.last_name_1', 'company.last_name_2'])
    .select(['standing.company_id as standing_of', 'standing.open_as', 'standing.expires_on'])
    .select(['document.gzip', 'document.size_bytes'])
    .where('company.id', '=', asItComes(company_id))
    .executeTakeFirst();
  if (!row) return null;
  const { standing_of, open_as, expires_on, gzip, size_bytes, ...company } = row;
  return {
    company,
    standing: standing_of === null ? null : { open_as, expires_on },
    document: gzip === null || size_bytes === null ? null : { gzip, size_bytes },
  };
}
