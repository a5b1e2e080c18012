import {
  type Insertable,
  Transaction as KyselyTransaction,
  type Selectable,
  sql,
  type Updateable,
} from 'kysely';
import type { CompaniesTable } from '../../platform/db/company-tables.ts';
import type { ConnectionId } from '../../platform/db/connection-id.ts';
import { linkAsItStands } from '../../platform/db/evidence-links.ts';
import { listed } from '../../platform/db/listed.ts';
import type { Queries, Transaction } from '../../platform/db/tables.ts';

export type NewCompany = Insertable<CompaniesTable>;
export type CompanyChange = Updateable<CompaniesTable>;
/** A company with its number of submissions and the time of the last one. */
export type CompanyRow = Selectable<CompaniesTable> & {
  submissions: number;
  last_submission_at: string | null;
};

function select(queries: Queries) {
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
    ])
    .$castTo<CompanyRow>();
}

const selectIn = (queries: Queries, environment: ConnectionId) =>
  select(queries).where('environment', '=', environment);

/** The companies with these identifiers, in that order, without unknown ones. */
export async function findCompanies(
  queries: Queries,
  ids: readonly string[],
): Promise<readonly CompanyRow[]> {
  const rows = await select(queries).where('companies.id', 'in', listed(ids)).execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

export async function findCompany(queries: Queries, id: string): Promise<CompanyRow | undefined> {
  return select(queries).where('companies.id', '=', id).executeTakeFirst();
}

export function findCompanyByTaxId(
  queries: Queries,
  environment: ConnectionId,
  taxId: string,
): Promise<CompanyRow | undefined> {
  return selectIn(queries, environment).where('tax_id', '=', taxId).executeTakeFirst();
}

export function findCompanyByServiceId(
  queries: Queries,
  environment: ConnectionId,
  serviceId: string,
): Promise<CompanyRow | undefined> {
  return selectIn(queries, environment).where('service_id', '=', serviceId).executeTakeFirst();
}

/** Creations with an unknown outcome. */
export async function listCreationsUnknown(
  queries: Queries,
  environment: ConnectionId,
): Promise<readonly CompanyRow[]> {
  return selectIn(queries, environment).where('state', '=', 'creation_unknown').execute();
}

/** The fields that show whether a new row would clash with an existing one. */
const identityColumns = [
  'id',
  'tax_id',
  'service_id',
  'state',
  'archived_at',
  'key_stored',
  'key_last4',
  'full_name',
  'code',
  'client_group',
  'adviser',
  'notes',
] as const;
export type CompanyIdentity = Pick<Selectable<CompaniesTable>, (typeof identityColumns)[number]>;

/** Every company's identity, without the counts of the history. */
export async function listIdentities(
  queries: Queries,
  environment: ConnectionId,
): Promise<readonly CompanyIdentity[]> {
  return (
    queries
      .selectFrom('companies')
      .select(identityColumns)
      .where('environment', '=', environment)
      .orderBy('created_at')
      // Companies of one import keep the order of its rows.
      .orderBy(sql`rowid`)
      .execute()
  );
}

/** The values of a column among active companies, each once. */
export async function listLabels(
  queries: Queries,
  environment: ConnectionId,
  column: 'client_group' | 'adviser',
): Promise<string[]> {
  const rows = await queries
    .selectFrom('companies')
    .select(column)
    .distinct()
    .where('environment', '=', environment)
    .where('archived_at', 'is', null)
    .where(column, 'is not', null)
    .orderBy(sql`name_order(${sql.ref(column)})`)
    .execute();
  return rows.flatMap((row) => row[column] ?? []);
}

/** The first of these identifiers that no company has. */
export async function findUnknownCompany(
  queries: Queries,
  ids: readonly string[],
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select value as id from json_each(${JSON.stringify(ids)})
    where value not in (select id from companies) limit 1`.execute(queries);
  return rows[0]?.id;
}

/** Writes the office's own fields of these companies; undefined leaves a field unchanged. */
export async function labelCompanies(
  queries: Queries,
  ids: readonly string[],
  labels: Readonly<Record<'adviser' | 'client_group', string | null | undefined>>,
): Promise<void> {
  await queries.updateTable('companies').set(labels).where('id', 'in', listed(ids)).execute();
}

/** Companies that may have the same key: their key ends with `last4`, or its end is unknown. */
export async function findByKeyEnding(
  queries: Queries,
  environment: ConnectionId,
  last4: string,
): Promise<readonly Pick<CompanyIdentity, 'id' | 'tax_id' | 'full_name'>[]> {
  return queries
    .selectFrom('companies')
    .select(['id', 'tax_id', 'full_name'])
    .where('environment', '=', environment)
    .where('key_stored', '=', 1)
    .where((where) => where.or([where('key_last4', '=', last4), where('key_last4', 'is', null)]))
    .execute();
}

/**
 * Writes companies and links each into the chain, in one transaction. Columns of evidence
 * (`evidenceColumns.company`) change only here and in `takeStep` of authorizations.
 */
async function writeLinked<Value>(
  queries: Queries,
  ids: readonly string[],
  write: (transaction: Transaction) => Promise<Value>,
): Promise<Value> {
  const work = async (transaction: Transaction): Promise<Value> => {
    const value = await write(transaction);
    for (const id of ids) await linkAsItStands(transaction, 'company', id);
    return value;
  };
  return queries instanceof KyselyTransaction ? work(queries) : queries.transaction().execute(work);
}

/** Whether a change touches evidence of a company. */
const isEvidence = ({ environment, service_id, tax_id, authorization }: CompanyChange): boolean =>
  [environment, service_id, tax_id, authorization].some((value) => value !== undefined);

export async function insertCompanies(
  queries: Queries,
  companies: readonly NewCompany[],
): Promise<void> {
  const ids = companies.map(({ id }) => id);
  const values = [...companies];
  await writeLinked(queries, ids, (transaction) =>
    transaction.insertInto('companies').values(values).execute(),
  );
}

/**
 * Changes a company, in one statement. Returns false and changes nothing when it is in none of the
 * given `states`.
 */
export async function updateCompany(
  queries: Queries,
  id: string,
  change: CompanyChange,
  states?: readonly CompanyRow['state'][],
): Promise<boolean> {
  const write = async (on: Queries) => {
    const update = on.updateTable('companies').set(change).where('id', '=', id);
    const chosen = states ? update.where('state', 'in', [...states]) : update;
    const { numUpdatedRows } = await chosen.executeTakeFirst();
    return numUpdatedRows === 1n;
  };
  return isEvidence(change) ? writeLinked(queries, [id], write) : write(queries);
}

/** Call it in the transaction that writes the authorization's event. */
export async function setAuthorization(
  queries: Queries,
  id: string,
  authorization: CompaniesTable['authorization'],
): Promise<void> {
  await queries.updateTable('companies').set({ authorization }).where('id', '=', id).execute();
}

/**
 * Removes a company in this state; false when it is in no such state. SQLite refuses when it has
 * submissions or authorizations.
 */
export async function removeCompany(
  queries: Queries,
  id: string,
  state: CompanyRow['state'],
): Promise<boolean> {
  const { numDeletedRows } = await writeLinked(queries, [id], (transaction) =>
    transaction
      .deleteFrom('companies')
      .where('id', '=', id)
      .where('state', '=', state)
      .executeTakeFirst(),
  );
  return numDeletedRows === 1n;
}

/**
 * Sets companies left at `creating` by a former process to `creation_unknown`. Returns how many.
 */
export async function recoverCreating(queries: Queries, failure: string): Promise<number> {
  const result = await queries
    .updateTable('companies')
    .set({ state: 'creation_unknown', failure })
    .where('state', '=', 'creating')
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
