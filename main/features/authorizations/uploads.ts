import { ZubiError } from '../../../contract/errors.ts';
import type { ParsedInput } from '../../../contract/methods.ts';
import { messageOf, toCallError } from '../../platform/call-error.ts';
import { readReached } from '../../platform/chain/reached.ts';
import type { AuthorizationsTable } from '../../platform/db/company-tables.ts';
import { keepDocument } from '../../platform/db/documents-table.ts';
import { gzip } from '../../platform/files/compression.ts';
import { discardIncoming, requireOnDisk } from '../../platform/files/incoming.ts';
import { keepWriting } from '../../platform/keep-writing.ts';
import type { InspectedDocument } from '../../platform/ports.ts';
import type { Secret } from '../../platform/secrets/secret.ts';
import { UnderWay } from '../../platform/under-way.ts';
import { authorizationEndpoint } from '../../service/authorizations.ts';
import type { UploadOutcome } from '../../service/client-port.ts';
import { requireActive } from '../companies/public.ts';
import { type ActiveConnection, connectionErrorCodes } from '../connection/public.ts';
import type { Core } from '../core.ts';
import {
  type AuthorizationRow,
  insertUpload,
  listInterruptedUploads,
  requireRow,
} from './authorizations-table.ts';
import { readIncoming } from './documents.ts';
import { findTaxIds } from './names.ts';
import { closed, refuseWhileOpen, type Step, takeStep, withoutDecision } from './steps.ts';

type UploadRequest = ParsedInput<'authorizations.upload'>;

/** Uploads documents to the service. */
export type Uploader = ReturnType<typeof createUploader>;

/** State: the uploads under way. Closing waits until their outcomes are written. */
export function createUploader(core: Core) {
  const underWay = new UnderWay();
  return {
    /** Resolves when the service has received the document. Every other outcome is an error. */
    upload: (request: UploadRequest) => underWay.add(upload(core, request)),
    /** Resolves when no upload is under way. */
    idle: () => underWay.idle(),
  };
}

/**
 * Marks uploads that the end of a process interrupted as `unknown`. They may have arrived: only a
 * person can find out.
 */
export async function recoverInterruptedUploads(core: Core): Promise<void> {
  for (const { company_id, upload_id } of await listInterruptedUploads(core.store.queries)) {
    await takeStep(core, company_id, ({ authorization }) => ({
      kind: 'unknown',
      to: authorization,
      uploadId: upload_id,
      data: { code: 'interrupted' },
      change: { open_as: 'unknown', open_code: 'interrupted' },
    }));
    core.log.warn('authorization_interrupted', { companyId: company_id });
  }
}

async function upload(core: Core, request: UploadRequest): Promise<void> {
  const { companyId, fileId } = request;
  const row = await requireRow(core.store.queries, companyId);
  const connection = await core.connection.activeFor(row.environment);
  requireActive(row);
  using clientKey = await core.connection.companyKey(companyId);
  if (!clientKey) throw new ZubiError('company_without_key', { taxId: row.tax_id });
  using userKey = await openUserKey(core);
  const file = await requireOnDisk(core, fileId);
  if (!request.confirmOtherCompany) refuseOtherCompany(row, file.name);
  const document = await readIncoming(core, file);

  core.chain.requireDecided();
  const opened = await openUpload(core, request, { fileName: file.name, document, connection });
  const { bytes, format } = document;
  const reached = await core.store.queries.connection().execute(readReached);
  const outcome = await core.chain.witness(reached).then(
    () => connection.client.uploadAuthorization({ bytes, format, clientKey, userKey }),
    (error: unknown) => ({ kind: 'not_delivered', error: toCallError(error) }) as const,
  );
  noteReachability(connection, outcome);
  await keepWriting(() => closeUpload(core, opened, outcome));
  if (outcome.kind === 'received' || outcome.kind === 'unknown')
    await discardIncoming(core, [fileId]);
  if (outcome.kind === 'unknown') {
    const details = { taxId: row.tax_id, name: row.full_name, cause: outcome.error.code };
    throw new ZubiError('authorization_unknown', details);
  }
  if (outcome.kind !== 'received') throw new ZubiError(outcome.error);
}

/** Null where the profile gives documents to the service with the company's key alone. */
async function openUserKey(core: Core): Promise<Secret | null> {
  const profile = core.connection.profile();
  const { credential } = profile.endpoints[authorizationEndpoint(profile)];
  return credential === 'client' ? null : core.connection.userKey();
}

/**
 * The file's name says whom a document is about. A document about somebody else must not be sent
 * under this company's key.
 */
function refuseOtherCompany({ tax_id: own }: AuthorizationRow, fileName: string): void {
  const found = findTaxIds(fileName);
  const [other] = found;
  if (other === undefined || found.includes(own)) return;
  throw new ZubiError('authorization_other_company', {
    taxId: other,
    company: own,
    name: fileName,
  });
}

interface OpenedUpload {
  readonly id: string;
  readonly companyId: string;
  /** The upload that was open before. */
  readonly before: Pick<AuthorizationsTable, 'open_upload_id' | 'open_as' | 'open_code'>;
}

/** Writes `sending` and the document to disk before the first byte is sent. */
async function openUpload(
  core: Core,
  { companyId, confirmUnresolved }: UploadRequest,
  sent: {
    readonly fileName: string;
    readonly document: InspectedDocument;
    readonly connection: ActiveConnection;
  },
): Promise<OpenedUpload> {
  const { sha256, sizeBytes, format, bytes } = sent.document;
  const { environment, baseUrl } = sent.connection;
  const id = core.newId();
  const compressed = await gzip(bytes);
  const at = core.clock().toISOString();
  const upload = {
    ...{ id, company_id: companyId, created_at: at, file_name: sent.fileName, format, sha256 },
    ...{ size_bytes: sizeBytes, environment, base_url: baseUrl },
  };
  const before = await takeStep(core, companyId, async (row, transaction) => {
    refuseWhileOpen(row, confirmUnresolved);
    await keepDocument(transaction, { sha256, sizeBytes, gzip: compressed, at });
    await insertUpload(transaction, upload);
    return {
      kind: 'sending',
      to: row.authorization,
      uploadId: id,
      data: { sizeBytes, sha256, repeats: row.open_upload_id },
      change: { open_upload_id: id, open_as: 'sending', open_code: null },
    };
  });
  const { open_upload_id, open_as, open_code } = before;
  return { id, companyId, before: { open_upload_id, open_as, open_code } };
}

async function closeUpload(
  core: Core,
  opened: OpenedUpload,
  outcome: UploadOutcome,
): Promise<void> {
  const raw = 'raw' in outcome ? outcome.raw : null;
  const answerGzip = raw ? await gzip(raw.body) : null;
  const status = raw?.status ?? null;
  await takeStep(core, opened.companyId, ({ authorization: state }) => ({
    ...stepAfter(outcome, opened, { state, status }),
    uploadId: opened.id,
    answerGzip,
  }));
}

/**
 * The step that follows from an upload's outcome (service specification, part 3). Only a receipt
 * changes the state.
 */
function stepAfter(
  outcome: UploadOutcome,
  { id, before }: OpenedUpload,
  { state, status }: { readonly state: Step['to']; readonly status: number | null },
): Pick<Step, 'kind' | 'to' | 'data' | 'change'> {
  if (outcome.kind === 'received') {
    const change = { ...closed, ...withoutDecision, upload_id: id };
    return { kind: 'uploaded', to: 'pending_validation', data: { status }, change };
  }
  const { code } = outcome.error;
  const data = { status, code, message: messageOf(outcome.error) };
  if (outcome.kind === 'unknown')
    return { kind: 'unknown', to: state, data, change: { open_as: 'unknown', open_code: code } };
  // A former upload that was open is still open.
  return { kind: outcome.kind, to: state, data, change: before };
}

function noteReachability({ noteHealth }: ActiveConnection, outcome: UploadOutcome): void {
  if (outcome.kind === 'received' || outcome.kind === 'refused') noteHealth(true);
  else if (connectionErrorCodes.has(outcome.error.code)) noteHealth(false);
}
