import { type CallError, ZubiError } from '../../../contract/errors.ts';
import { toCallError } from '../../platform/call-error.ts';
import { readReached } from '../../platform/chain/reached.ts';
import type { AuthorizationsTable } from '../../platform/db/company-tables.ts';
import type { ConnectionId } from '../../platform/db/connection-id.ts';
import { keepDocument } from '../../platform/db/documents-table.ts';
import { gzip } from '../../platform/files/compression.ts';
import { discardIncoming, requireOnDisk } from '../../platform/files/incoming.ts';
import type { InspectedDocument } from '../../platform/ports.ts';
import type { Secret } from '../../platform/secrets/secret.ts';
import type { RawAnswer, UploadOutcome } from '../../service/client-port.ts';
import { requireActive } from '../companies/public.ts';
import { connectionErrorCodes } from '../connection/public.ts';
import type { Core } from '../core.ts';
import {
  type AuthorizationRow,
  type AuthorizationStep,
  insertUpload,
  listInterruptedUploads,
  takeStep,
} from './authorizations-table.ts';
import { findTaxIds } from './names.ts';
import { requireRow } from './present.ts';

interface UploadRequest {
  readonly companyId: string;
  readonly fileId: string;
  readonly confirmUnresolved: boolean;
  readonly confirmOtherCompany: boolean;
}

/** Uploads documents to the service. */
export interface Uploader {
  /** Resolves when the service has received the document. Every other outcome is an error. */
  upload(request: UploadRequest): Promise<void>;
  /** Resolves when no upload is under way. */
  idle(): Promise<void>;
}

/** State: the uploads under way. Closing waits until their outcomes are written. */
export function createUploader(core: Core): Uploader {
  const underWay = new Set<Promise<void>>();
  return {
    upload(request) {
      const work = upload(core, request);
      underWay.add(work);
      return work.finally(() => underWay.delete(work));
    },
    async idle() {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
}

/**
 * Marks uploads that the end of a process interrupted as `unknown`. They may have arrived: only a
 * person can find out.
 */
export async function recoverInterruptedUploads(core: Core): Promise<void> {
  for (const { company_id, upload_id } of await listInterruptedUploads(core.store.queries)) {
    await core.store.queries.transaction().execute(async (transaction) => {
      const { company } = await requireRow(transaction, company_id);
      const state = company.authorization;
      await takeStep(transaction, state, {
        event: {
          ...{
            company_id,
            upload_id,
            at: core.clock().toISOString(),
            kind: 'unknown',
            to_state: state,
          },
          data: { code: 'interrupted' },
          answer_gzip: null,
        },
        change: { open_as: 'unknown', open_code: 'interrupted' },
      });
    });
    core.log.warn('authorization_interrupted', { companyId: company_id });
  }
}

/** A document with all data needed to upload it. */
interface Parcel {
  readonly id: string;
  readonly companyId: string;
  readonly name: string;
  readonly document: InspectedDocument & { readonly bytes: Uint8Array };
}

/** Null where the profile gives documents to the service with the company's key alone. */
async function openUserKey(core: Core): Promise<Secret | null> {
  const { endpoints, requests } = core.connection.profile();
  const { credential } =
    requests.authorization.as === 'json'
      ? endpoints.authorizationJson
      : endpoints.authorizationMultipart;
  return credential === 'client' ? null : core.connection.userKey();
}

async function upload(core: Core, request: UploadRequest): Promise<void> {
  const { companyId, fileId } = request;
  const row = await requireRow(core.store.queries, companyId);
  const connection = await core.connection.active();
  const { environment, baseUrl, client } = connection;
  if (row.company.environment !== environment) {
    throw new ZubiError('company_elsewhere', { environment: row.company.environment });
  }
  requireActive(row.company);
  using clientKey = await core.connection.companyKey(companyId);
  if (!clientKey) throw new ZubiError('company_without_key', { taxId: row.company.tax_id });
  using userKey = await openUserKey(core);
  const file = await requireOnDisk(core, fileId);
  if (!request.confirmOtherCompany) refuseOtherCompany(row, file.name);
  const limitBytes = core.connection.profile().limits.maxAuthorizationBytes;
  const place = { path: file.source_path, name: file.name };
  const document = await core.documents.inspect(place, limitBytes, true);
  const { bytes } = document;
  if (bytes === null) throw new ZubiError('check_failed', { name: file.name });
  const parcel: Parcel = {
    id: core.newId(),
    companyId,
    name: file.name,
    document: { ...document, bytes },
  };

  core.chain.requireDecided();
  const before = await writeIntent(core, parcel, {
    environment,
    baseUrl,
    confirmed: request.confirmUnresolved,
  });
  const reached = await core.store.queries.connection().execute(readReached);
  const outcome = await core.chain.witness(reached).then(
    () => client.uploadAuthorization({ bytes, format: document.format, clientKey, userKey }),
    (error: unknown) => ({ kind: 'not_delivered', error: toCallError(error) }) as const,
  );
  noteReachability(core, outcome);
  await writeOutcome(core, parcel, outcome, before);
  if (outcome.kind === 'received' || outcome.kind === 'unknown')
    await discardIncoming(core, [fileId]);
  if (outcome.kind === 'unknown') {
    const { company } = row;
    const details = { taxId: company.tax_id, name: company.full_name, cause: outcome.error.code };
    throw new ZubiError('authorization_unknown', details);
  }
  if (outcome.kind !== 'received') throw new ZubiError(outcome.error);
}

/**
 * The file's name says whom a document is about. A document about somebody else must not be sent
 * under this company's key.
 */
function refuseOtherCompany({ company }: AuthorizationRow, fileName: string): void {
  const found = findTaxIds(fileName);
  const [other] = found;
  if (other === undefined || found.includes(company.tax_id)) return;
  throw new ZubiError('authorization_other_company', {
    taxId: other,
    company: company.tax_id,
    name: fileName,
  });
}

type OpenUpload = Pick<AuthorizationsTable, 'open_upload_id' | 'open_as' | 'open_code'>;

/**
 * Writes `sending` and the document to disk before the first byte is sent. Returns the upload that
 * was open before.
 */
async function writeIntent(
  core: Core,
  parcel: Parcel,
  target: { environment: ConnectionId; baseUrl: string; confirmed: boolean },
): Promise<OpenUpload> {
  const { id, companyId, document } = parcel;
  const compressed = await gzip(document.bytes);
  const at = core.clock().toISOString();
  const before = await core.store.queries.transaction().execute(async (transaction) => {
    const { company, standing } = await requireRow(transaction, companyId);
    const state = company.authorization;
    refuseWhileOpen(standing, company.full_name, target.confirmed);
    const { sha256, sizeBytes, format } = document;
    await keepDocument(transaction, { sha256, sizeBytes, gzip: compressed, at });
    await insertUpload(transaction, {
      ...{ id, company_id: companyId, created_at: at, file_name: parcel.name },
      ...{ format, size_bytes: sizeBytes, sha256 },
      ...{ environment: target.environment, base_url: target.baseUrl },
    });
    const repeats = standing?.open_upload_id ?? null;
    await takeStep(
      transaction,
      state,
      stepOf(parcel, at, {
        kind: 'sending',
        to_state: state,
        data: { sizeBytes, sha256, repeats },
        change: { open_upload_id: id, open_as: 'sending', open_code: null },
      }),
    );
    return standing;
  });
  await emitChange(core, companyId);
  const { open_upload_id = null, open_as = null, open_code = null } = before ?? {};
  return { open_upload_id, open_as, open_code };
}

function refuseWhileOpen(
  standing: AuthorizationsTable | null,
  name: string,
  confirmed: boolean,
): void {
  if (standing?.open_as === 'sending')
    throw new ZubiError('authorization_state', { name, state: 'sending' });
  if (standing?.open_as === 'unknown' && !confirmed)
    throw new ZubiError('authorization_unresolved', { name });
}

function stepOf(
  parcel: Parcel,
  at: string,
  step: Pick<AuthorizationStep['event'], 'kind' | 'to_state' | 'data'> & {
    readonly change: AuthorizationStep['change'];
    readonly answer?: Uint8Array | null;
  },
): AuthorizationStep {
  const { change, answer = null, ...event } = step;
  const { id: upload_id, companyId: company_id } = parcel;
  return { event: { ...event, company_id, upload_id, at, answer_gzip: answer }, change };
}

const closed = { open_upload_id: null, open_as: null, open_code: null } as const;

async function writeOutcome(
  core: Core,
  parcel: Parcel,
  outcome: UploadOutcome,
  before: OpenUpload,
): Promise<void> {
  const at = core.clock().toISOString();
  const raw = 'raw' in outcome ? outcome.raw : null;
  const answer = raw ? await gzip(raw.body) : null;
  await core.store.queries.transaction().execute(async (transaction) => {
    const { company } = await requireRow(transaction, parcel.companyId);
    const state = company.authorization;
    const step = settle(outcome, raw, { state, uploadId: parcel.id, before });
    await takeStep(transaction, state, stepOf(parcel, at, { ...step, answer }));
  });
  await emitChange(core, parcel.companyId);
}

/**
 * The event that follows from an upload's outcome (service specification, part 3). Only a receipt
 * changes the state.
 */
function settle(
  outcome: UploadOutcome,
  raw: RawAnswer | null,
  now: {
    readonly state: AuthorizationRow['company']['authorization'];
    readonly uploadId: string;
    readonly before: OpenUpload;
  },
) {
  const status = raw?.status ?? null;
  if (outcome.kind === 'received') {
    const decision = { decided_on: null, reason: null, expires_on: null };
    return {
      kind: 'uploaded' as const,
      to_state: 'pending_validation' as const,
      data: { status },
      change: { ...closed, ...decision, upload_id: now.uploadId },
    };
  }
  const data = { status, code: outcome.error.code, message: messageOf(outcome.error) };
  const change =
    outcome.kind === 'unknown'
      ? { open_as: 'unknown' as const, open_code: outcome.error.code }
      : // What was open before still is.
        now.before;
  return { kind: outcome.kind, to_state: now.state, data, change };
}

function messageOf({ details }: CallError): string | null {
  return typeof details.message === 'string' ? details.message : null;
}

function noteReachability(core: Core, outcome: UploadOutcome): void {
  if (outcome.kind === 'received' || outcome.kind === 'refused') core.connection.noteHealth(true);
  else if (connectionErrorCodes.has(outcome.error.code)) core.connection.noteHealth(false);
}

/** Notifies every host that a company's authorization has changed. */
export async function emitChange(core: Core, companyId: string): Promise<void> {
  const { company } = await requireRow(core.store.queries, companyId);
  core.emit({
    name: 'authorization.changed',
    payload: { companyId, state: company.authorization },
  });
}
