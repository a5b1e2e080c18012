import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { CompanyFilter, CompanySort } from '../../../contract/company.ts';
import type { ConnectionId } from '../../platform/db/connection-id.ts';
import { listed } from '../../platform/db/listed.ts';
import type { Queries, Tables } from '../../platform/db/tables.ts';

/** Which companies are listed. */
interface CompanyScope {
  readonly environment: ConnectionId;
  /** Folded words to be found in name, tax id or code: all words of one of the lists. */
  readonly words: readonly (readonly string[])[];
  readonly filter: CompanyFilter;
}

/** The order of a page. */
interface PageOrder {
  readonly sort: CompanySort;
  /** The territories whose companies need an authorization. */
  readonly authorized: readonly string[];
  /** The day in Bizkaia. */
  readonly today: string;
}

const lastActivity = sql<string>`coalesce((select max(created_at) from submissions where submissions.company_id = companies.id), '')`;

/** Companies that need a person first; one whose authorization is being reviewed, after them. */
const attentionOf = ({ authorized, today }: PageOrder) => sql<number>`case
  when state = 'creation_unknown' then 0
  when state = 'draft' and failure is not null then 1
  when state = 'registered' and key_stored = 0 then 2
  when authorization = 'rejected' then 3
  when territory_name not in ${listed(authorized)} then 6
  when authorization = 'none' or exists (
    select 1 from authorizations as own where own.company_id = companies.id
      and (own.open_as = 'unknown' or own.expires_on < ${today})) then 4
  when authorization = 'pending_validation' then 5
  else 6 end`;

const sortValues: Readonly<
  Record<Exclude<CompanySort['by'], 'attention'>, RawBuilder<string | number>>
> = {
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
  queries: Queries,
  scope: CompanyScope,
  page: PageOrder & { readonly offset: number; readonly limit: number },
): Promise<readonly string[]> {
  const { by } = page.sort;
  const direction = page.sort.direction === 'ascending' ? 'asc' : 'desc';
  const rows = await filtered(queries, scope)
    .select('companies.id')
    .orderBy(by === 'attention' ? attentionOf(page) : sortValues[by], direction)
    .orderBy(sql`name_order(search_text)`, direction)
    .orderBy('companies.id', direction)
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function listTerritoryNames(
  queries: Queries,
  environment: ConnectionId,
): Promise<string[]> {
  const rows = await queries
    .selectFrom('companies')
    .select('territory_name')
    .distinct()
    .where('environment', '=', environment)
    .execute();
  return rows.map(({ territory_name }) => territory_name);
}

export async function countCompanies(queries: Queries, scope: CompanyScope): Promise<number> {
  const row = await filtered(queries, scope)
    .select((build) => build.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
}

function filtered(queries: Queries, { environment, words, filter }: CompanyScope) {
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

/** A condition for a field of the filter, where it is given. */
const given = <Value>(
  value: Value | undefined,
  condition: (value: Value) => Expression<SqlBool>,
): Expression<SqlBool>[] => (value === undefined ? [] : [condition(value)]);

function conditions(build: ExpressionBuilder<Tables, 'companies'>, filter: CompanyFilter) {
  const { archived } = filter;
  return [
    ...(archived === 'include'
      ? []
      : [build('archived_at', archived === 'hide' ? 'is' : 'is not', null)]),
    ...given(filter.territoryIds, (ids) => build('territory_id', 'in', ids)),
    ...given(filter.hasKey, (hasKey) => build('key_stored', '=', hasKey ? 1 : 0)),
    ...given(filter.authorizations, (states) => build('authorization', 'in', states)),
    ...given(filter.states, (states) => build('state', 'in', states)),
    ...given(filter.adviser, (adviser) => build('adviser', '=', adviser)),
    ...given(filter.group, (group) => build('client_group', '=', group)),
    ...given(filter.hasSubmissions, (has) => build(lastActivity, has ? '!=' : '=', '')),
    ...given(filter.activeSince, (at) => build(lastActivity, '>=', toInstant(at))),
    ...given(filter.inactiveSince, (at) => build(lastActivity, '<', toInstant(at))),
  ];
}
