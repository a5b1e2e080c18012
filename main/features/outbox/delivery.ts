import { type CallError, ZubiError } from '../../../contract/errors.ts';
import { bookOf } from '../../../contract/ledger-books.ts';
import { messageOf, toCallError } from '../../platform/call-error.ts';
import { type Reached, readReached } from '../../platform/chain/reached.ts';
import {
  missingDocument,
  requireDocument,
  unpackDocument,
} from '../../platform/db/documents-table.ts';
import type { GroupCommit } from '../../platform/db/group-commit.ts';
import type { SubmissionsTable } from '../../platform/db/tables.ts';
import type { Secret } from '../../platform/secrets/secret.ts';
import type { PersonName, SendOutcome, SendRequest } from '../../service/client-port.ts';
import type { RecordSummary } from '../../validator/validator-port.ts';
import { refuseUnauthorized } from '../authorizations/public.ts';
import { requireSubmits, requireTaxIdOf } from '../companies/public.ts';
import {
  type ActiveConnection,
  connectionErrorCodes,
  requireSoftwareGarante,
} from '../connection/public.ts';
import type { Core } from '../core.ts';
import {
  addEvent,
  emitChange,
  headerOf,
  moveSubmission,
  type SentFile,
} from '../submissions/public.ts';
import type { Next } from './queue-scheduler.ts';

/** A submission that is ready to be sent. */
export interface Prepared extends SentFile {
  readonly sizeBytes: number;
  /** The service's address, which may have changed since the submission was queued. */
  readonly baseUrl: string;
  readonly noteHealth: ActiveConnection['noteHealth'];
  send(onSent: (sentBytes: number) => void): Promise<SendOutcome>;
  /** Called when nothing is sent any more. */
  wipeKeys(): void;
}

/** Collects the document and the keys before anything is marked as sent. */
export async function prepare(core: Core, { row, departure }: Next): Promise<Prepared> {
  const connection = await core.connection.active();
  const { client, environment, baseUrl, noteHealth } = connection;
  if (environment !== row.environment)
    throw new ZubiError('connection_missing', { environment: row.environment });
  const softwareGarante = requireSoftwareGarante(connection.softwareGarante);
  // Since queueing, the company may have another tax id, whose key is not for this document, or may
  // be archived or in another territory.
  if (!departure) throw new ZubiError('company_unknown', { id: row.company_id });
  requireTaxIdOf(departure.company, row);
  requireSubmits(departure.company);
  refuseUnauthorized(core, connection, departure.company);
  const kept = departure.document;
  if (!kept) throw missingDocument();
  const xml = await unpackDocument(row.sha256, kept.gzip);
  const keys = await openKeys(core, row);
  const request: SendRequest = {
    xml,
    form: { model: row.model, operation: row.operation, expenseType: row.expense_type },
    fiscalYear: row.fiscal_year,
    taxpayer: { taxId: row.tax_id, name: row.taxpayer_name },
    person: personOf(departure.company),
    softwareGarante,
    ...keys,
  };
  return {
    sizeBytes: kept.size_bytes,
    baseUrl,
    noteHealth,
    ...toSentFile(core, row, xml),
    send: (onSent) =>
      client.send({ ...request, onSent: (share) => onSent(Math.floor(share * kept.size_bytes)) }),
    wipeKeys: () => {
      for (const key of Object.values(keys)) key?.wipe();
    },
  };
}

function personOf(company: NonNullable<Next['departure']>['company']): PersonName | null {
  const { is_individual, first_name: firstName, last_name_1, last_name_2 } = company;
  if (is_individual === 0) return null;
  return { firstName, lastName1: last_name_1, lastName2: last_name_2 };
}

async function openKeys(core: Core, row: SubmissionsTable) {
  const clientKey = await core.connection.companyKey(row.company_id);
  // A key of another connection was looked for when that came into force during a wait.
  if (core.connection.configured().environment !== row.environment) {
    clientKey?.wipe();
    throw new ZubiError('connection_missing', { environment: row.environment });
  }
  if (!clientKey) throw new ZubiError('company_without_key', { taxId: row.tax_id });
  let userKey: Secret | null = null;
  try {
    const { endpoint } = bookOf({ model: row.model, expenseType: row.expense_type });
    const { credential } = core.connection.profile().endpoints[endpoint];
    if (credential !== 'client') userKey = await core.connection.userKey();
    return { clientKey, userKey, certificateKey: await core.connection.certificateKey() };
  } catch (error) {
    clientKey.wipe();
    userKey?.wipe();
    throw error;
  }
}

/**
 * Marks a submission as `sending`, with time and address. Returns how far the history has come with
 * it. Null when the submission was cancelled meanwhile: then nothing may be sent.
 */
export async function writeIntent(
  core: Core,
  commits: GroupCommit,
  { row, prepared }: { readonly row: SubmissionsTable; readonly prepared: Prepared },
): Promise<Reached | null> {
  const at = core.clock().toISOString();
  const reached = await commits.run(async (transaction) => {
    const change = { state: 'sending', sent_at: at, base_url: prepared.baseUrl } as const;
    if (!(await moveSubmission(transaction, row.id, 'queued', change))) return null;
    await addEvent(transaction, row.id, {
      at,
      kind: 'sending',
      data: { sizeBytes: prepared.sizeBytes, sha256: row.sha256 },
    });
    return readReached(transaction);
  });
  if (reached) emitChange(core, row.id, 'sending');
  return reached;
}

/** Puts a submission that surely did not arrive back into its place in the queue. */
export async function writePostponed(
  core: Core,
  commits: GroupCommit,
  { row, error, waitMs }: { row: SubmissionsTable; error: CallError; waitMs: number },
): Promise<void> {
  const now = core.clock();
  const at = now.toISOString();
  const nextAttemptAt = new Date(now.getTime() + waitMs).toISOString();
  const attempt = row.attempts + 1;
  await commits.run(async (transaction) => {
    const change = {
      state: 'queued',
      sent_at: null,
      attempts: attempt,
      next_attempt_at: nextAttemptAt,
    } as const;
    if (!(await moveSubmission(transaction, row.id, 'sending', change))) {
      throw new ZubiError('submission_state', { id: row.id });
    }
    const data = { code: error.code, message: messageOf(error), attempt, nextAttemptAt };
    await addEvent(transaction, row.id, { at, kind: 'postponed', data });
  });
  emitChange(core, row.id, 'queued');
}

/** What was sent. Throws `database_damaged`. */
export async function readSentFile(core: Core, row: SubmissionsTable): Promise<SentFile> {
  return toSentFile(core, row, await requireDocument(core.store.queries, row.sha256));
}

function toSentFile(core: Core, row: SubmissionsTable, xml: Uint8Array): SentFile {
  return { xml, header: headerOf(row), readRecords: () => readRecords(core, xml) };
}

/** An answer also counts without the file's records: its own record keys are shown. */
async function readRecords(core: Core, xml: Uint8Array): Promise<readonly RecordSummary[]> {
  try {
    return await core.validator.readRecords(xml);
  } catch (error) {
    core.log.error('records_not_read', { code: toCallError(error).code });
    return [];
  }
}

export function noteReachability({ noteHealth }: Prepared, outcome: SendOutcome): void {
  if (outcome.kind === 'answered') noteHealth(true);
  else if (connectionErrorCodes.has(outcome.error.code)) noteHealth(false);
}
