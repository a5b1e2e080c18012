import { hash } from 'node:crypto';
import type { ConnectionKind } from '../../../contract/choices.ts';
import { type ErrorCode, errorCodes, ZubiError } from '../../../contract/errors.ts';
import type { SignedHead } from '../../../contract/history.ts';
import type { RecordResult, Submission, SubmissionEvent } from '../../../contract/submission.ts';
import { kindOf } from '../../platform/db/connection-id.ts';
import { findKeptDocument, unpackDocument } from '../../platform/db/documents-table.ts';
import type { SubmissionsTable } from '../../platform/db/tables.ts';
import { gunzip } from '../../platform/files/compression.ts';
import type { Core } from '../core.ts';
import { countLaterChanges, type LaterChanges, requireBatch } from '../history/public.ts';
import {
  findAnswer,
  fromRecordRow,
  listBatchSubmissions,
  listEvents,
  listRecordResults,
  readResponse,
  requireSubmission,
  toSubmission,
} from '../submissions/public.ts';

/** What a receipt says of a file: only what the history has. Everything else is null. */
export interface ReceiptFile {
  readonly submission: Submission;
  /** Bytes of the XML that was sent; null when it is no longer kept as it was. */
  readonly sizeBytes: number | null;
  /** The SHA-256 of the answer's bytes as they came. */
  readonly answerSha256: string | null;
  /** The ledger's own document about itself, as written there. */
  readonly ledger: Readonly<Record<'presentedAt' | 'presenter', string | null>> | null;
  /** When a person decided the outcome, with the note. */
  readonly decision: { readonly at: string; readonly note: string | null } | null;
  /** Why it did not arrive, or may have. */
  readonly failure: ErrorCode | null;
  /** Whether all of this, and the XML, is stored as it was written. */
  readonly isIntact: boolean;
  /** Whether the same document was sent again in the same batch: the later one counts. */
  readonly isRepeated: boolean;
  /** Records that the ledger had, and that a later submission changed or cancelled. */
  readonly later: LaterChanges;
  /** Listed one by one; the others are counted only. */
  readonly records: readonly RecordResult[];
  /** Records that the list leaves out, because it has too many. */
  readonly unlisted: number;
}

/** A company's part, under the name that was sent. */
export interface ReceiptPart {
  readonly companyId: string;
  readonly fullName: string;
  readonly taxId: string;
  readonly files: readonly ReceiptFile[];
}

/** The receipt of what an office sent. */
export interface Receipt {
  readonly batch: { readonly id: string; readonly createdAt: string } | null;
  readonly environment: ConnectionKind;
  /**
   * The service's address without anything else that an address can carry; null for this computer.
   */
  readonly service: string | null;
  readonly office: string;
  /** A PNG in base64; nothing where there is none. */
  readonly officeLogo: string;
  readonly parts: readonly ReceiptPart[];
  /** The head that seals the whole history at that time; null where no key signs. */
  readonly head: SignedHead | null;
  readonly createdAt: Date;
  readonly version: string;
}

/** One submission, a company's part of a batch, or a whole batch. */
type WantedReceipt =
  | { readonly submissionId: string }
  | { readonly batchId: string; readonly companyId?: string | undefined };

/**
 * A receipt of one submission lists all its records up to this many; a receipt of a batch lists
 * those that are not simply correct.
 */
const maxRecords = 10_000;

/** Collects the facts. Throws `submission_unknown` or `batch_unknown`. */
export async function gatherReceipt(
  core: Core,
  wanted: WantedReceipt,
  version: string,
): Promise<Receipt> {
  const rows = await readRows(core, wanted);
  const [first] = rows;
  const batchId = 'batchId' in wanted ? wanted.batchId : first.batch_id;
  const batch = batchId === null ? null : await requireBatch(core, batchId);
  const files: ReceiptFile[] = [];
  for (const row of rows)
    files.push(await gatherFile(core, row, { rows, all: 'submissionId' in wanted }));
  const byCompany = Map.groupBy(files, ({ submission }) => submission.company.id);
  return {
    batch: batch && { id: batch.id, createdAt: batch.created_at },
    environment: kindOf(first.environment),
    service: plainAddress(first.base_url),
    office: core.settings.read().officeName,
    officeLogo: core.settings.read().officeLogo,
    parts: [...byCompany.values()].flatMap(toPart),
    head: await core.chain.signHead(),
    createdAt: core.clock(),
    version,
  };
}

async function readRows(
  core: Core,
  wanted: WantedReceipt,
): Promise<readonly [SubmissionsTable, ...SubmissionsTable[]]> {
  if ('submissionId' in wanted) return [await requireSubmission(core, wanted.submissionId)];
  const { batchId: id, companyId = null } = wanted;
  await requireBatch(core, id);
  const [first, ...others] = await listBatchSubmissions(core.store.queries, id, companyId);
  if (!first) throw new ZubiError('batch_unknown', { id });
  return [first, ...others];
}

function toPart(files: readonly ReceiptFile[]): ReceiptPart[] {
  const [first] = files;
  if (!first) return [];
  const { company, taxpayer } = first.submission;
  return [{ companyId: company.id, fullName: company.fullName, taxId: taxpayer.taxId, files }];
}

async function gatherFile(
  core: Core,
  row: SubmissionsTable,
  { rows, all }: { readonly rows: readonly SubmissionsTable[]; readonly all: boolean },
): Promise<ReceiptFile> {
  const { queries } = core.store;
  const states = all ? undefined : (['accepted_with_errors', 'incorrect', 'not_told'] as const);
  const page = { states, offset: 0, limit: maxRecords };
  const records = await listRecordResults(queries, row.id, page);
  const answer = await findAnswer(queries, row.id);
  const body = await unpack(answer?.body_gzip);
  const response = await unpack(answer?.ledger_response_gzip);
  const ledger = response && (await readResponse(core, response));
  const kept = await findKeptDocument(queries, row.sha256);
  const sent = kept ? await unpackDocument(row.sha256, kept.gzip).catch(() => null) : null;
  const failed = row.state === 'failed' || row.state === 'unknown';
  const isRecorded = row.state === 'accepted' || row.state === 'partially_accepted';
  return {
    submission: toSubmission(row),
    sizeBytes: sent?.length ?? null,
    answerSha256: body && hash('sha256', body),
    // Not its records: a batch may have millions.
    ledger: ledger && { presentedAt: ledger.presentedAt, presenter: ledger.presenter },
    decision: findDecision(await listEvents(queries, row.id)),
    failure: failed ? (errorCodes.find((code) => code === row.answer_code) ?? null) : null,
    isIntact: sent !== null && core.chain.isIntact(row.id),
    isRepeated: rows.some((other) => other.previous_id === row.id && other.sha256 === row.sha256),
    later: isRecorded ? await countLaterChanges(queries, row) : { modified: 0, cancelled: 0 },
    records: records.rows.map(fromRecordRow),
    unlisted: records.total - records.rows.length,
  };
}

/** Null where there is none, or where what is stored is damaged: the receipt then says so. */
async function unpack(gzip: Uint8Array | null | undefined): Promise<Uint8Array | null> {
  return gzip ? gunzip(gzip).catch(() => null) : null;
}

function findDecision(
  events: readonly { at: string; kind: string; data: string }[],
): ReceiptFile['decision'] {
  const event = events.findLast(({ kind }) => kind === 'resolved');
  if (!event) return null;
  const { note } = JSON.parse(event.data) as SubmissionEvent['data'];
  return { at: event.at, note: note ? String(note) : null };
}

/** An address could carry a name and a password; a receipt never does. */
function plainAddress(baseUrl: string): string | null {
  const parsed = URL.parse(baseUrl);
  const isThisComputer = /^(localhost|127\.[\d.]+|\[::1\])$/.test(parsed?.hostname ?? '');
  if (parsed === null || isThisComputer) return null;
  return `${parsed.origin}${parsed.pathname.replace(/\/$/, '')}`;
}
