import { asItComes } from '../../platform/db/as-it-comes.ts';
import type { Queries, SubmissionsTable } from '../../platform/db/tables.ts';
import { gateColumns } from './authorizations-table.ts';

/** What sending a submission needs. A field is null where there is none. */
export type Departure = NonNullable<Awaited<ReturnType<typeof findDeparture>>>;

/** Null when there is no such company. */
export async function findDeparture(
  queries: Queries,
  { company_id, sha256 }: Pick<SubmissionsTable, 'company_id' | 'sha256'>,
) {
  const row = await queries
    .selectFrom('companies as company')
    .leftJoin('authorizations as standing', 'standing.company_id', 'company.id')
    .leftJoin('documents as document', (join) => join.on('document.sha256', '=', asItComes(sha256)))
    .select(['company.id', 'company.full_name', 'company.tax_id', 'company.is_individual'])
    .select(['company.first_name', 'company.last_name_1', 'company.last_name_2'])
    .select(gateColumns)
    .select(['document.gzip', 'document.size_bytes'])
    .where('company.id', '=', asItComes(company_id))
    .executeTakeFirst();
  if (!row) return null;
  const { gzip, size_bytes, ...company } = row;
  return {
    company,
    document: gzip === null || size_bytes === null ? null : { gzip, size_bytes },
  };
}
