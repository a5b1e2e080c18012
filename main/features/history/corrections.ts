import { isDefiniteRefusal } from '../../../contract/answer.ts';
import { ZubiError } from '../../../contract/errors.ts';
import { alreadyCancelled, alreadyRecorded, notInLedger } from '../../../contract/ledger-codes.ts';
import type { ParsedInput } from '../../../contract/methods.ts';
import type { FileOrigin, WorklistFile } from '../../../contract/worklist.ts';
import { requireDocument } from '../../platform/db/documents-table.ts';
import type { SubmissionsTable } from '../../platform/db/tables.ts';
import { gunzip } from '../../platform/files/compression.ts';
import type { MadeDocument, MakeOrder } from '../../validator/extract/make-order.ts';
import type { LedgerResponse } from '../../validator/validator-port.ts';
import type { Core, Handlers } from '../core.ts';
import {
  findAnswer,
  readResponse,
  requireSameConnection,
  requireSubmission,
  toSubmission,
} from '../submissions/public.ts';
import {
  addMadeFile,
  addMadeFiles,
  listMadeFiles,
  type MadeFile,
  nameMade,
  parseHeadline,
  readWorklist,
  requireFile,
} from '../worklist/public.ts';
import { listFollowing } from './following-submissions.ts';
import {
  type LaterStep,
  listLaterSteps,
  listRecordStates,
  type ToldRecord,
} from './record-states.ts';

/**
 * Files made from submissions: refused records, records accepted with errors, cancellations, and
 * parts of a file that is too long.
 */
export function correctionHandlers(core: Core) {
  return {
    'submissions.extractRejected': async ({ id, which }) => ({
      file: await extract(core, id, which),
    }),
    'submissions.buildCancellation': async ({ id, records }) => ({
      file: await cancel(core, id, records),
    }),
    'submissions.split': async ({ fileId, most }) => ({ files: await split(core, fileId, most) }),
    'submissions.corrections': async ({ id }) => describeCorrections(core, id),
    'submissions.ledgerResponse': async ({ id }) => {
      await requireSubmission(core, id);
      const kept = (await findAnswer(core.store.queries, id))?.ledger_response_gzip;
      const response = kept ? await readResponse(core, await gunzip(kept)) : null;
      return { response: response && withoutRecords(response) };
    },
  } satisfies Partial<Handlers>;
}

function withoutRecords({ records, ...rest }: LedgerResponse) {
  const recordStates: Partial<Record<ToldRecord['state'], number>> = {};
  for (const { state } of records) recordStates[state] = (recordStates[state] ?? 0) + 1;
  return { ...rest, recordStates };
}

type Which = ParsedInput<'submissions.extractRejected'>['which'];

const operationOf = {
  rejected: 'as_it_is',
  not_recorded: 'as_it_is',
  recorded: 'modification',
  accepted_with_errors: 'modification',
  missing: 'creation',
} as const satisfies Record<Which, unknown>;

async function extract(core: Core, id: string, which: Which): Promise<WorklistFile> {
  const row = requireState(await requireOwn(core, id), isCorrectable);
  if (which === 'accepted_with_errors' && row.operation === 'cancellation')
    throw new ZubiError('correction_not_possible', { id, operation: row.operation });
  const records = (await choose(core, row))[which];
  if (records.length === 0) throw new ZubiError('correction_empty', { id, which });
  const operation = operationOf[which];
  const kind = operation === 'modification' ? 'accepted_with_errors' : 'rejected';
  return addMadeFile(core, await makeFile(core, row, { kind: 'keep', records, operation }, kind));
}

async function cancel(
  core: Core,
  id: string,
  chosen: readonly number[] | undefined,
): Promise<WorklistFile> {
  const row = await requireAnswered(core, id);
  requireRecords(row, chosen ?? []);
  const records = chosen
    ? [...new Set(chosen)].toSorted((a, b) => a - b)
    : (await choose(core, row)).cancellable;
  if (records.length === 0) throw new ZubiError('correction_empty', { id, which: 'cancellation' });
  return addMadeFile(core, await makeFile(core, row, { kind: 'cancel', records }, 'cancellation'));
}

/** A file made from a submission: one of its corrections, or a record's form. */
export async function makeFile(
  core: Core,
  row: SubmissionsTable,
  order: MakeOrder,
  which: FileOrigin['kind'],
): Promise<MadeFile> {
  const [made] = await makeFrom(core, row.sha256, order);
  if (!made) throw new ZubiError('correction_empty', { id: row.id, which });
  const part = order.kind === 'modify' ? { part: order.record } : {};
  const takesItsPlace = which === 'rejected' || which === 'accepted_with_errors';
  return {
    name: nameMade(core, row.file_name, which, part),
    bytes: made.bytes,
    origin: { kind: which, submissionId: row.id, file: row.file_name },
    // A whole refusal is replaced by its records.
    sourceId: takesItsPlace && isRefusedWhole(row) ? row.worklist_file_id : null,
  };
}

async function makeFrom(
  core: Core,
  sha256: string,
  order: MakeOrder,
): Promise<readonly MadeDocument[]> {
  return core.validator.makeDocuments(await requireDocument(core.store.queries, sha256), order);
}

/** Only an answer, or a person's decision, shows which records the ledger has. */
export async function requireAnswered(core: Core, id: string): Promise<SubmissionsTable> {
  return requireState(await requireOwn(core, id), isAnswered);
}

/** A submission of the connection in use. Throws `submission_elsewhere` for another one's. */
async function requireOwn(core: Core, id: string): Promise<SubmissionsTable> {
  const row = await requireSubmission(core, id);
  requireSameConnection(core.connection.configured(), row);
  return row;
}

function requireState(
  row: SubmissionsTable,
  isRight: (row: SubmissionsTable) => boolean,
): SubmissionsTable {
  if (isRight(row)) return row;
  throw new ZubiError('submission_state', { id: row.id, state: row.state });
}

function isAnswered({ state }: SubmissionsTable): boolean {
  return state === 'accepted' || state === 'partially_accepted' || state === 'rejected';
}

const isCorrectable = (row: SubmissionsTable): boolean => isAnswered(row) || isRefusedWhole(row);

/** Whether the file was refused whole: by the ledger, or by the service for its content. */
function isRefusedWhole({ state, answer_code }: Whole): boolean {
  return state === 'rejected' || (state === 'failed' && isDefiniteRefusal(answer_code));
}

type Whole = Pick<SubmissionsTable, 'state'> & Partial<Pick<SubmissionsTable, 'answer_code'>>;

/** Only a creation or a modification has records to change, and only those up to its last. */
export function requireRecords(
  { id, operation, record_count: records }: SubmissionsTable,
  wanted: readonly number[],
): void {
  if (operation === 'cancellation')
    throw new ZubiError('correction_not_possible', { id, operation });
  const record = wanted.find((each) => each > records);
  if (record !== undefined)
    throw new ZubiError('correction_record_unknown', { id, record, records });
}

/** Records by the correction that is for them. */
export type Choice = Readonly<Record<keyof ReturnType<typeof chooseRecords>, readonly number[]>>;

/** Which records of a submission each correction is for. */
export async function choose(core: Core, row: SubmissionsTable): Promise<Choice> {
  const { queries } = core.store;
  const told = await listRecordStates(queries, row.id);
  return chooseRecords(row, told, await listLaterSteps(queries, row.sequence));
}

/**
 * The records of the file for each correction. A file refused without results for its records is
 * refused whole. A record that the answer's results leave out is in no correction. A record is left
 * out when a later step surely succeeded: it was sent again, modified or cancelled. A cancellation
 * has only refused records: the others are cancelled, with errors or without. One that was refused
 * because it was cancelled before needs nothing. Pure.
 */
export function chooseRecords(
  row: Whole &
    Pick<SubmissionsTable, 'record_count'> &
    Partial<Pick<SubmissionsTable, 'operation'>>,
  told: readonly ToldRecord[],
  later: readonly LaterStep[],
) {
  const results = new Map(told.map((result) => [result.record, result]));
  const since = new Map(later.map(({ record, operation }) => [record, operation]));
  const chosen = {
    rejected: [] as number[],
    /** Rejected records of a creation that the ledger already has. */
    recorded: [] as number[],
    /** Rejected records of a modification that the ledger does not have. */
    missing: [] as number[],
    /** The other rejected. */
    not_recorded: [] as number[],
    accepted_with_errors: [] as number[],
    cancellable: [] as number[],
  };
  for (let record = 1; record <= row.record_count; record += 1) {
    const { state: known, code } = results.get(record) ?? {};
    const step = since.get(record);
    const isRefused = known === 'incorrect' || (known === undefined && isRefusedWhole(row));
    // A later cancellation only removes an obstacle: a new record must still be sent.
    const isOpen = step === undefined || (step === 'cancellation' && row.operation === 'creation');
    const isCancelled = row.operation === 'cancellation' && code === alreadyCancelled;
    if (isRefused && isOpen && !isCancelled) {
      chosen.rejected.push(record);
      chosen[remedyOf(row.operation, code)].push(record);
    }
    if (row.operation === 'cancellation') continue;
    if (known === 'accepted_with_errors' && step === undefined)
      chosen.accepted_with_errors.push(record);
    const isThere = known !== 'incorrect' && known !== 'cancelled' && !isRefused;
    if (isThere && step !== 'cancellation') chosen.cancellable.push(record);
  }
  return chosen;
}

/** Another operation helps where the ledger says that it has the record, or lacks it. */
function remedyOf(operation: SubmissionsTable['operation'] | undefined, code?: string | null) {
  if (operation === 'creation' && code === alreadyRecorded) return 'recorded';
  return operation === 'modification' && code === notInLedger ? 'missing' : 'not_recorded';
}

async function describeCorrections(core: Core, id: string) {
  const row = await requireSubmission(core, id);
  const { queries } = core.store;
  const isOurs = row.environment === core.connection.configured().environment;
  const choice = isOurs && isCorrectable(row) ? await choose(core, row) : null;
  const fileIds = await listMadeFiles(queries, id);
  return {
    rejected: choice?.rejected.length ?? 0,
    recorded: choice?.recorded.length ?? 0,
    missing: choice?.missing.length ?? 0,
    acceptedWithErrors: choice?.accepted_with_errors.length ?? 0,
    cancellable: choice?.cancellable.length ?? 0,
    files: fileIds.length > 0 ? await readWorklist(core, fileIds) : [],
    submissions: (await listFollowing(queries, id)).map(toSubmission),
  };
}

/**
 * Splits a file with more records than allowed. Each part keeps the file's header and whatever
 * stands between its records.
 */
async function split(core: Core, fileId: string, most: number): Promise<WorklistFile[]> {
  const file = await requireFile(core, fileId);
  const headline = file.validation === null ? null : parseHeadline(file.validation);
  if (!file.sha256 || headline?.kind !== 'ledger_form' || !headline.schemaId)
    throw new ZubiError('file_not_valid', { name: file.name });
  if (headline.records <= most)
    throw new ZubiError('split_not_needed', { name: file.name, records: headline.records, most });
  const made = await makeFrom(core, file.sha256, { kind: 'split', most });
  const origin = { kind: 'split', submissionId: null, file: file.name } as const;
  return addMadeFiles(
    core,
    made.map(({ bytes }, index) => ({
      name: nameMade(core, file.name, 'split', { part: index + 1, parts: made.length }),
      bytes,
      origin,
      sourceId: file.id,
    })),
  );
}
