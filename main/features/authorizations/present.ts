import type {
  Authorization,
  AuthorizationEvent,
  AuthorizationUpload,
} from '../../../contract/authorization.ts';
import { ZubiError } from '../../../contract/errors.ts';
import { dayOf } from '../../../contract/formats.ts';
import type { AuthorizationUploadsTable } from '../../platform/db/company-tables.ts';
import { kindOf } from '../../platform/db/connection-id.ts';
import type { Core } from '../core.ts';
import { type AuthorizationRow, findUploads, listAuthorizations } from './authorizations-table.ts';
import { daysBetween } from './days.ts';
import { authorizationFault, needsAuthorization } from './gate.ts';

/** The row of a company. Throws `company_unknown`. */
export async function requireRow(
  queries: Core['store']['queries'],
  companyId: string,
): Promise<AuthorizationRow> {
  const [row] = await listAuthorizations(queries, { companyId });
  if (!row) throw new ZubiError('company_unknown', { id: companyId });
  return row;
}

/** Whether a row needs an authorization, its fault (`authorizationFault`), and the days left. */
export function decideRow(core: Core, { company, standing }: AuthorizationRow) {
  const input = {
    holdsSoftwareGarante: core.connection.configured().slot?.softwareGarante?.holds === true,
    territoryName: company.territory_name,
    state: company.authorization,
    isOpen: standing?.open_as != null,
    expiresOn: standing?.expires_on ?? null,
    today: dayOf(core.clock()),
  };
  const daysLeft = input.expiresOn === null ? null : daysBetween(input.today, input.expiresOn);
  return { required: needsAuthorization(input), fault: authorizationFault(input), daysLeft };
}

/** One company's authorization, as the contract shows it. */
export async function presentOne(core: Core, companyId: string): Promise<Authorization> {
  const [shown] = await presentAll(core, [await requireRow(core.store.queries, companyId)]);
  if (!shown) throw new ZubiError('company_unknown', { id: companyId });
  return shown;
}

/** Rows as the contract shows them. */
export async function presentAll(
  core: Core,
  rows: readonly AuthorizationRow[],
): Promise<Authorization[]> {
  const ids = rows.flatMap(({ standing }) => [standing?.upload_id, standing?.open_upload_id]);
  const wanted = ids.filter((id) => typeof id === 'string');
  const uploads = new Map(
    (await findUploads(core.store.queries, wanted)).map((row) => [row.id, row]),
  );
  return rows.map((row) => present(core, row, uploads));
}

function present(
  core: Core,
  row: AuthorizationRow,
  uploads: ReadonlyMap<string, AuthorizationUploadsTable>,
): Authorization {
  const { company, standing } = row;
  const { required, fault, daysLeft } = decideRow(core, row);
  const document = uploads.get(standing?.upload_id ?? '');
  const open = uploads.get(standing?.open_upload_id ?? '');
  const isUnknown = standing?.open_as === 'unknown';
  return {
    company: presentCompany(row),
    state: company.authorization,
    required,
    allowsSubmissions: fault === null,
    document: document ? toUpload(document, 'received') : null,
    unresolved:
      open && isUnknown
        ? { ...toUpload(open, 'unknown'), code: standing?.open_code ?? 'interrupted' }
        : null,
    sending: standing?.open_as === 'sending',
    decidedOn: standing?.decided_on ?? null,
    reason: standing?.reason ?? null,
    expiresOn: standing?.expires_on ?? null,
    daysLeft,
    updatedAt: standing?.updated_at ?? null,
  };
}

/** The company as lists of authorizations show it. */
export function presentCompany({ company }: AuthorizationRow): Authorization['company'] {
  const { id, full_name: fullName, tax_id: taxId, territory_name: territoryName } = company;
  return { id, fullName, taxId, territoryName, hasKey: company.key_stored === 1 };
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
