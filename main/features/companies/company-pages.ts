import { type ExpressionBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import type { CompanyFilter, CompanySort } from '../../../contract/company.ts';
import type { ConnectionId } from '../../platform/db/connection-id.ts';
import type { Tables } from '../../platform/db/tables.ts';

/** Which companies are listed. */
interface CompanyScope {
  readonly environment: ConnectionId;
  /** Folded words to be found in name, tax id or code: all words of one of the lists. */
  readonly words: readonly (readonly string[])[];
  readonly filter: CompanyFilter;
}

const lastActivity = sql<string>`coalesce((select max(created_at) from submissions where submissions.company_id = companies.id), '')`;

const sortValues: Readonly<Record<CompanySort['by'], RawBuilder<string | number>>> = {
  name: sql<string>`''`,
  taxId: sql<string>`tax_id`,
  territory: sql<string>`territory_name`,
  key: sql<number>`key_stored`,
  // Companies that wait for a person come first.
  authorization: sql<number>`case authorization when 'rejected' then 0 when 'none' then 1 when 'pending_validation' then 2 else 3 end`,
  lastActivity,
};

/** The identifiers of a page, in order. */
export async function listCompanyIds(
  queries: Kysely<Tables>,
  scope: CompanyScope,
  page: { readonly sort: CompanySort; readonly offset: number; readonly limit: number },
): Promise<readonly string[]> {
  const direction = page.sort.direction === 'ascending' ? 'asc' : 'desc';
  const rows = await filtered(queries, scope)
    .select('companies.id')
    .orderBy(sortValues[page.sort.by], direction)
    .orderBy('search_text', direction)
    .orderBy('companies.id', direction)
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function countCompanies(
  queries: Kysely<Tables>,
  scope: CompanyScope,
): Promise<number> {
  const row = await filtered(queries, scope)
    .select((build) => build.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}

function filtered(queries: Kysely<Tables>, { environment, words, filter }: CompanyScope) {
  return queries
    .selectFrom('companies')
    .where('environment', '=', environment)
    .where((build) =>
      build.and([
        build.or(
          words.map((all) =>
            build.and(all.map((word) => sql<boolean>`instr(search_text, ${word}) > 0`)),
          ),
        ),
        ...conditions(build, filter),
      ]),
    );
}

/** The instant as submissions write it. */
const toInstant = (instant: string): string => new Date(instant).toISOString();

function conditions(build: ExpressionBuilder<Tables, 'companies'>, filter: CompanyFilter) {
  const {
    territoryIds,
    hasKey,
    authorizations,
    states,
    adviser,
    group,
    hasSubmissions,
    activeSince,
    inactiveSince,
  } = filter;
  return [
    ...(filter.archived === 'include'
      ? []
      : [build('archived_at', filter.archived === 'hide' ? 'is' : 'is not', null)]),
    ...(territoryIds ? [build('territory_id', 'in', territoryIds)] : []),
    ...(hasKey === undefined ? [] : [build('key_stored', '=', hasKey ? 1 : 0)]),
    ...(authorizations ? [build('authorization', 'in', authorizations)] : []),
    ...(states ? [build('state', 'in', states)] : []),
    ...(adviser === undefined ? [] : [build('adviser', '=', adviser)]),
    ...(group === undefined ? [] : [build('client_group', '=', group)]),
    ...(hasSubmissions === undefined
      ? []
      : [
          hasSubmissions ? sql<boolean>`${lastActivity} <> ''` : sql<boolean>`${lastActivity} = ''`,
        ]),
    ...(activeSince ? [sql<boolean>`${lastActivity} >= ${toInstant(activeSince)}`] : []),
    ...(inactiveSince ? [sql<boolean>`${lastActivity} < ${toInstant(inactiveSince)}`] : []),
  ];
}
