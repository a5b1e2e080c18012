import { type ExpressionBuilder, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { CompanyFilter, CompanySort } from '../../../contract/company.ts';
import type { ConnectionId } from '../../platform/db/connection-id.ts';
import type { Tables } from '../../platform/db/tables.ts';

interface CompanyPageRequest {
  readonly environment: ConnectionId;
  /** Folded words to be found in name, tax id or code: all words of one of the lists. */
  readonly words: readonly (readonly string[])[];
  readonly filter: CompanyFilter;
  readonly sort: CompanySort;
  /** The place of the last row of the page before. */
  readonly after: CompanyPlace | null;
  readonly limit: number;
}

/** A row's place in a sorted list. The identifier makes it unique. */
export type CompanyPlace = readonly [value: string | number, searchText: string, id: string];

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

/** The identifiers of a page, in order, with their places. */
export async function pageOfCompanies(
  queries: Kysely<Tables>,
  request: CompanyPageRequest,
): Promise<readonly CompanyPlace[]> {
  const value = sortValues[request.sort.by];
  const direction = request.sort.direction === 'ascending' ? 'asc' : 'desc';
  let query = filtered(queries, request)
    .select(['companies.id', value.as('value'), 'search_text as text'])
    .orderBy('value', direction)
    .orderBy('text', direction)
    .orderBy('companies.id', direction)
    .limit(request.limit);
  if (request.after) {
    const [afterValue, afterText, afterId] = request.after;
    const beyond = direction === 'asc' ? sql.raw('>') : sql.raw('<');
    query = query.where(
      sql<SqlBool>`(${value}, search_text, companies.id) ${beyond} (${afterValue}, ${afterText}, ${afterId})`,
    );
  }
  const rows = await query.execute();
  return rows.map(({ id, value: found, text }) => [found, text, id] as const);
}

export async function countCompanies(
  queries: Kysely<Tables>,
  request: Pick<CompanyPageRequest, 'environment' | 'words' | 'filter'>,
): Promise<number> {
  const row = await filtered(queries, request)
    .select((build) => build.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}

function filtered(
  queries: Kysely<Tables>,
  { environment, words, filter }: Pick<CompanyPageRequest, 'environment' | 'words' | 'filter'>,
) {
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
