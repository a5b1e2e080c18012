import { sql } from 'kysely';
import type { AuthorizationEvent } from '../../../contract/authorization.ts';
import { ZubiError } from '../../../contract/errors.ts';
import { asItComes } from '../../platform/db/as-it-comes.ts';
import type {
  AuthorizationEventsTable,
  AuthorizationsTable,
  AuthorizationUploadsTable,
} from '../../platform/db/company-tables.ts';
import { evidenceColumns } from '../../platform/db/evidence.ts';
import { linkAsItStands, linkEvidence } from '../../platform/db/evidence-links.ts';
import { listed } from '../../platform/db/listed.ts';
import type { Queries, Transaction } from '../../platform/db/tables.ts';
import { setAuthorization } from '../companies/public.ts';
import type { Core } from '../core.ts';

/**
 * The columns that decide whether a company's submissions may be sent, of `companies as company`
 * and `authorizations as standing`.
 */
export const gateColumns = [
  'company.territory_name',
  'company.key_stored',
  'company.archived_at',
  'company.authorization',
  'standing.open_as',
  'standing.expires_on',
] as const;

/** A company and the state of its authorization; its columns are null where it has none. */
export type AuthorizationRow = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

const select = (queries: Queries) =>
  queries
    .selectFrom('companies as company')
    .leftJoin('authorizations as standing', 'standing.company_id', 'company.id')
    .select(['company.id', 'company.full_name', 'company.tax_id', 'company.environment'])
    .select(gateColumns)
    .select(['standing.upload_id', 'standing.open_upload_id', 'standing.open_code'])
    .select(['standing.decided_on', 'standing.reason', 'standing.updated_at']);

/** The companies of the connection in force without the archived ones, sorted by name. */
export async function listAuthorizations({
  store,
  connection,
}: Core): Promise<readonly AuthorizationRow[]> {
  const { environment } = connection.configured();
  if (environment === 'none') return [];
  return select(store.queries)
    .where('company.environment', '=', environment)
    .where('company.archived_at', 'is', null)
    .orderBy(sql`name_order(company.full_name)`)
    .orderBy('company.id')
    .execute();
}

/** The row of a company. Throws `company_unknown`. */
export async function requireRow(queries: Queries, companyId: string): Promise<AuthorizationRow> {
  const row = await select(queries)
    .where('company.id', '=', asItComes(companyId))
    .executeTakeFirst();
  if (!row) throw new ZubiError('company_unknown', { id: companyId });
  return row;
}

/** What an event changes in a company's row of `authorizations`. */
export type StandingChange = Partial<Omit<AuthorizationsTable, 'company_id' | 'updated_at'>>;

/**
 * Writes an event, the new state and the row of `authorizations`; links event and company into the
 * chain. Call it in the transaction that read the state.
 */
export async function writeEvent(
  transaction: Transaction,
  event: Omit<AuthorizationEventsTable, 'id'>,
  change: StandingChange,
): Promise<void> {
  const { company_id } = event;
  const { id } = await transaction
    .insertInto('authorization_events')
    .values(event)
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeStanding(transaction, event, change);
  const rows = [evidenceColumns.authorization.map((column) => event[column])];
  const link = { kind: 'authorization', subjectId: company_id, key: id, rows } as const;
  await linkEvidence(transaction, link);
  await linkAsItStands(transaction, 'company', company_id);
}

async function writeStanding(
  queries: Transaction,
  { company_id, to_state, at }: Omit<AuthorizationEventsTable, 'id'>,
  change: StandingChange,
): Promise<void> {
  await setAuthorization(queries, company_id, to_state);
  // Not an upsert of the change: SQLite applies the table's checks to the row to insert, even when
  // it then updates.
  await queries
    .insertInto('authorizations')
    .values({ company_id, updated_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await queries
    .updateTable('authorizations')
    .set({ ...change, updated_at: at })
    .where('company_id', '=', company_id)
    .execute();
}

export async function insertUpload(
  queries: Queries,
  upload: AuthorizationUploadsTable,
): Promise<void> {
  await queries.insertInto('authorization_uploads').values(upload).execute();
}

export async function findUploads(
  queries: Queries,
  ids: readonly string[],
): Promise<AuthorizationUploadsTable[]> {
  return queries
    .selectFrom('authorization_uploads')
    .selectAll()
    .where('id', 'in', listed(ids))
    .execute();
}

/** Every document of a company, the newest first. */
export async function listUploads(
  queries: Queries,
  companyId: string,
): Promise<AuthorizationUploadsTable[]> {
  return queries
    .selectFrom('authorization_uploads')
    .selectAll()
    .where('company_id', '=', companyId)
    .orderBy('created_at', 'desc')
    .orderBy(sql`rowid`, 'desc')
    .execute();
}

/** Every step of a company's authorization, the newest first. */
export async function listAuthorizationEvents(
  queries: Queries,
  companyId: string,
): Promise<AuthorizationEvent[]> {
  const rows = await queries
    .selectFrom('authorization_events')
    .select(['at', 'kind', 'from_state', 'to_state', 'upload_id', 'data'])
    .where('company_id', '=', companyId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    at: row.at,
    kind: row.kind as AuthorizationEvent['kind'],
    from: row.from_state,
    to: row.to_state,
    uploadId: row.upload_id,
    data: JSON.parse(row.data),
  }));
}

/** Companies whose upload was under way when the process ended. */
export async function listInterruptedUploads(
  queries: Queries,
): Promise<{ company_id: string; upload_id: string }[]> {
  return queries
    .selectFrom('authorizations')
    .select(['company_id', 'open_upload_id as upload_id'])
    .where('open_as', '=', 'sending')
    .$narrowType<{ upload_id: string }>()
    .execute();
}
