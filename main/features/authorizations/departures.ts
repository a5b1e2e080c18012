import type { Selectable } from 'kysely';
import type { AuthorizationsTable, CompaniesTable } from '../../platform/db/company-tables.ts';
import type { Direct } from '../../platform/db/direct.ts';

/** What a submission needs to leave; null where there is none. */
export interface Departure {
  readonly company: Pick<
    Selectable<CompaniesTable>,
    'id' | 'full_name' | 'tax_id' | 'territory_name' | 'authorization' | 'archived_at'
  >;
  readonly standing: Pick<AuthorizationsTable, 'open_as' | 'expires_on'> | null;
  readonly document: { readonly gzip: Uint8Array; readonly size_bytes: number } | null;
}

type Row = Departure['company'] &
  Pick<AuthorizationsTable, 'open_as' | 'expires_on'> & {
    readonly standing_of: string | null;
    readonly gzip: Uint8Array | null;
    readonly size_bytes: number | null;
  };

// The signs keep the planner from looking at the values: else the statement is made ready anew for
// each.
const statement = `
  select company.id, company.full_name, company.tax_id, company.territory_name, company.authorization, company.archived_at,
    standing.company_id as standing_of, standing.open_as, standing.expires_on, document.gzip, document.size_bytes
  from companies as company
  left join authorizations as standing on standing.company_id = company.id
  left join documents as document on document.sha256 = +?
  where company.id = +?`;

/** Null when there is no such company. */
export function findDeparture(
  direct: Direct,
  { company_id, sha256 }: { readonly company_id: string; readonly sha256: string },
): Departure | null {
  const [row] = direct.rows<Row>(statement, [sha256, company_id]);
  if (!row) return null;
  const { standing_of, open_as, expires_on, gzip, size_bytes, ...company } = row;
  return {
    company,
    standing: standing_of === null ? null : { open_as, expires_on },
    document: gzip === null || size_bytes === null ? null : { gzip, size_bytes },
  };
}
