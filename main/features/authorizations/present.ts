import type {
  Authorization,
  AuthorizationEvent,
  AuthorizationUpload,
} from '../../../contract/authorization.ts';
import { daysBetween } from '../../../contract/days.ts';
import { dayOf } from '../../../contract/formats.ts';
import { needsAuthorization } from '../../../contract/territory.ts';
import type { AuthorizationUploadsTable } from '../../platform/db/company-tables.ts';
import { kindOf } from '../../platform/db/connection-id.ts';
import type { Core } from '../core.ts';
import { type AuthorizationRow, findUploads, requireRow } from './authorizations-table.ts';
import { authorizationFault } from './gate.ts';

/** Whether a row needs an authorization, its fault (`authorizationFault`), and the days left. */
export function decideRow(core: Core, row: AuthorizationRow) {
  const garante = core.connection.configured().slot?.softwareGarante ?? null;
  const today = dayOf(core.clock());
  return {
    required: needsAuthorization(garante, row.territory_name),
    fault: authorizationFault(garante, row, today),
    daysLeft: row.expires_on === null ? null : daysBetween(today, row.expires_on),
  };
}

/** One company's authorization, as the contract shows it. */
export async function presentOne(core: Core, companyId: string): Promise<Authorization> {
  const row = await requireRow(core.store.queries, companyId);
  return present(core, row, await readUploads(core, [row]));
}

/** Rows as the contract shows them. */
export async function presentAll(
  core: Core,
  rows: readonly AuthorizationRow[],
): Promise<Authorization[]> {
  const uploads = await readUploads(core, rows);
  return rows.map((row) => present(core, row, uploads));
}

async function readUploads(core: Core, rows: readonly AuthorizationRow[]) {
  const ids = rows
    .flatMap((row) => [row.upload_id, row.open_upload_id])
    .filter((id) => id !== null);
  return new Map((await findUploads(core.store.queries, ids)).map((row) => [row.id, row]));
}

function present(
  core: Core,
  row: AuthorizationRow,
  uploads: ReadonlyMap<string, AuthorizationUploadsTable>,
): Authorization {
  const { required, fault, daysLeft } = decideRow(core, row);
  const document = uploads.get(row.upload_id ?? '');
  const open = uploads.get(row.open_upload_id ?? '');
  return {
    company: presentCompany(row),
    state: row.authorization,
    required,
    allowsSubmissions: fault === null,
    document: document ? toUpload(document, 'received') : null,
    unresolved:
      open && row.open_as === 'unknown'
        ? { ...toUpload(open, 'unknown'), code: row.open_code ?? 'interrupted' }
        : null,
    sending: row.open_as === 'sending',
    decidedOn: row.decided_on,
    reason: row.reason,
    expiresOn: row.expires_on,
    daysLeft,
    updatedAt: row.updated_at,
  };
}

/** The company as lists of authorizations show it. */
export function presentCompany(row: AuthorizationRow): Authorization['company'] {
  const { id, full_name: fullName, tax_id: taxId, territory_name: territoryName } = row;
  return { id, fullName, taxId, territoryName, hasKey: row.key_stored === 1 };
}

export function toUpload(
  row: AuthorizationUploadsTable,
  outcome: AuthorizationUpload['outcome'],
): AuthorizationUpload {
  return {
    id: row.id,
    name: row.file_name,
    format: row.format,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    at: row.created_at,
    environment: kindOf(row.environment),
    outcome,
  };
}

/** The outcome of an upload, from its newest event. */
export function outcomeOf(
  uploadId: string,
  newestFirst: readonly AuthorizationEvent[],
): AuthorizationUpload['outcome'] {
  const own = newestFirst.filter((event) => event.uploadId === uploadId);
  const told = own.find(({ kind }) => Object.hasOwn(outcomes, kind) || kind === 'resolved');
  if (told === undefined) return 'sending';
  if (told.kind === 'resolved')
    return told.data.decision === 'received' ? 'received' : 'not_delivered';
  return outcomes[told.kind as keyof typeof outcomes];
}

const outcomes = {
  sending: 'sending',
  uploaded: 'received',
  refused: 'refused',
  not_delivered: 'not_delivered',
  unknown: 'unknown',
} as const;
