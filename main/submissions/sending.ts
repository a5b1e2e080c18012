import { type ErrorCode, type Json, ZubiError } from '../../contract/errors.ts';
import type { Submission, SubmissionState } from '../../contract/submission.ts';
import { toDay } from '../authorizations/days.ts';
import { authorizationFault } from '../authorizations/gate.ts';
import { requireRow } from '../authorizations/present.ts';
import { companyKeyName, requireCompany } from '../companies/handlers.ts';
import { isBizkaia } from '../companies/territory.ts';
import type { ActiveConnection } from '../connection/connection.ts';
import type { Core, Handlers } from '../core.ts';
import { type CompanyRow, findCompanyByTaxId } from '../store/companies.ts';
import { addEvent } from '../store/events.ts';
import { findEarlierOf, insertSubmission, listQueued, moveSubmission } from '../store/submissions.ts';
import type { SubmissionsTable } from '../store/tables.ts';
import { findWorklistFile } from '../store/worklist.ts';
import { requireSubmission, toSubmission } from './history.ts';
import type { Outbox } from './outbox.ts';
import { parseHeadline } from './worklist.ts';

type Draft = Parameters<typeof insertSubmission>[1];

/** Queueing, taking back, and a person's decisions on what the machine cannot know. */
export function sendingHandlers(
  core: Core,
  outbox: Outbox,
): Handlers<'submissions.send' | 'submissions.retry' | 'submissions.resolve' | 'submissions.cancelJob'> {
  return {
    'submissions.send': async ({ fileIds, confirmDuplicates }) => {
      const connection = await requireReadyConnection(core);
      const drafts = await draftAll(core, connection, [...new Set(fileIds)]);
      const earlier = await findDuplicates(core, drafts);
      if (!confirmDuplicates) refuseDuplicates(earlier);
      const submissions = await enqueue(core, drafts, earlier);
      outbox.wake();
      return { submissions };
    },
    'submissions.retry': async ({ id, confirmDuplicates }) => {
      const connection = await requireReadyConnection(core);
      const draft = await draftAgain(core, connection, await requireSubmission(core, id));
      const earlier = await findDuplicates(core, [draft]);
      if (!confirmDuplicates) refuseDuplicates(earlier);
      const [submission] = await enqueue(core, [draft], earlier);
      if (!submission) throw new ZubiError('submission_unknown', { id });
      outbox.wake();
      return submission;
    },
    'submissions.resolve': ({ id, decision, note }) => resolve(core, id, decision, note),
    'submissions.cancelJob': ({ ids }) => cancelQueued(core, ids),
  };
}

/** What every sending needs is looked for before anything is queued, so that nothing half goes. */
async function requireReadyConnection(core: Core): Promise<ActiveConnection> {
  const connection = await core.connection.active();
  await core.connection.certificateKey();
  if (!connection.softwareGarante) throw new ZubiError('software_garante_missing');
  return connection;
}

async function draftAll(
  core: Core,
  connection: ActiveConnection,
  fileIds: readonly string[],
): Promise<Draft[]> {
  const drafts: Draft[] = [];
  const refused: { fileId: string; name: string; code: ErrorCode; details: Json }[] = [];
  for (const fileId of fileIds) {
    try {
      drafts.push(await draftFile(core, connection, fileId));
    } catch (error) {
      if (!(error instanceof ZubiError)) throw error;
      const name = (await findWorklistFile(core.store.queries, fileId))?.name ?? fileId;
      refused.push({ fileId, name, code: error.code, details: error.details });
    }
  }
  const first = refused[0];
  if (first) throw new ZubiError(first.code, { ...(first.details as object), files: refused });
  return drafts;
}

async function draftFile(core: Core, connection: ActiveConnection, fileId: string): Promise<Draft> {
  const file = await findWorklistFile(core.store.queries, fileId);
  if (!file) throw new ZubiError('file_unknown', { id: fileId });
  const headline = file.judgement === null ? null : parseHeadline(file.judgement);
  const sendable = headline?.verdict === 'valid' || headline?.verdict === 'warnings';
  if (!headline || !sendable || !headline.form || !headline.taxpayer || !file.sha256 || !headline.schemaId) {
    throw new ZubiError('file_not_valid', { name: file.name });
  }
  const { taxpayer, form, totals } = headline;
  const company = await findCompanyByTaxId(
    core.store.queries,
    connection.environment,
    taxpayer.taxId.toUpperCase(),
  );
  if (!company) throw new ZubiError('company_unknown', { taxId: taxpayer.taxId, name: taxpayer.name });
  await requireMaySubmit(core, connection, company);
  return {
    id: core.newId(),
    worklist_file_id: file.id,
    previous_id: null,
    sha256: file.sha256,
    file_name: file.name,
    model: form.model,
    operation: form.operation,
    expense_type: form.expenseType,
    fiscal_year: headline.fiscalYear ?? 0,
    tax_id: taxpayer.taxId,
    taxpayer_name: taxpayer.name,
    company_id: company.id,
    company_name: company.full_name,
    record_count: headline.records,
    amount: totals.amount,
    base: totals.base,
    vat: totals.vat,
    deductible_vat: totals.deductibleVat,
    schema_id: headline.schemaId,
    ...whereTo(core, connection),
  };
}

function whereTo(core: Core, connection: ActiveConnection) {
  return {
    state: 'queued' as const,
    environment: connection.environment,
    base_url: connection.baseUrl,
    created_at: core.clock().toISOString(),
  };
}

/** The same document once more, under the company it was for. */
async function draftAgain(core: Core, connection: ActiveConnection, row: SubmissionsTable): Promise<Draft> {
  if (row.state !== 'failed' && row.state !== 'rejected' && row.state !== 'cancelled') {
    throw new ZubiError('submission_state', { id: row.id, state: row.state });
  }
  if (row.environment !== connection.environment) {
    throw new ZubiError('connection_missing', { environment: row.environment });
  }
  await requireMaySubmit(core, connection, await requireCompany(core, row.company_id));
  const {
    sequence,
    sent_at,
    finished_at,
    identifier,
    registration_number,
    answer_code,
    answer_message,
    ...kept
  } = row;
  const { correct_count, accepted_with_errors_count, incorrect_count, ...draft } = kept;
  return { ...draft, id: core.newId(), previous_id: row.id, ...whereTo(core, connection) };
}

/** Only taxpayers of Bizkaia submit, under their own key, with an authorization where one is needed (specification, parts 1 and 3). */
async function requireMaySubmit(
  core: Core,
  connection: ActiveConnection,
  company: CompanyRow,
): Promise<void> {
  const details = { taxId: company.tax_id, name: company.full_name };
  if (!isBizkaia(company.territory_name)) {
    throw new ZubiError('company_outside_bizkaia', { ...details, territory: company.territory_name });
  }
  const { present } = await core.vault.hint(companyKeyName(company.id));
  if (!present) throw new ZubiError('company_without_key', details);
  await requireAuthorization(core, connection, company.id);
}

/** Throws `authorization_required`, `authorization_unresolved` or `authorization_expired`. */
async function requireAuthorization(
  core: Core,
  connection: ActiveConnection,
  companyId: string,
): Promise<void> {
  const { company, standing } = await requireRow(core.store.queries, companyId);
  const expiresOn = standing?.expires_on ?? null;
  const fault = authorizationFault({
    holdsSoftwareGarante: connection.softwareGarante?.holds === true,
    territoryName: company.territory_name,
    state: company.authorization,
    isOpen: standing?.open_as != null,
    expiresOn,
    today: toDay(core.clock()),
  });
  if (fault === null) return;
  const { tax_id: taxId, full_name: name, authorization: state } = company;
  throw new ZubiError(fault, { taxId, name, state, expiresOn });
}

/** A draft whose document is in the history already, and where. */
interface Duplicate {
  readonly draft: Draft;
  readonly earlier: SubmissionsTable;
}

async function findDuplicates(core: Core, drafts: readonly Draft[]): Promise<readonly Duplicate[]> {
  const found: Duplicate[] = [];
  for (const draft of drafts) {
    const earlier = await findEarlierOf(core.store.queries, draft);
    if (earlier) found.push({ draft, earlier });
  }
  return found;
}

function refuseDuplicates(duplicates: readonly Duplicate[]): void {
  if (duplicates.length === 0) return;
  const files = duplicates.map(({ draft, earlier }) => ({
    fileId: draft.worklist_file_id,
    name: draft.file_name,
    submissionId: earlier.id,
    state: earlier.state,
    at: earlier.created_at,
  }));
  throw new ZubiError('already_sent', { files });
}

/** All of them or none; that a person said yes to a repetition is written into its timeline. */
async function enqueue(
  core: Core,
  drafts: readonly Draft[],
  duplicates: readonly Duplicate[],
): Promise<Submission[]> {
  const repeats = new Map(duplicates.map(({ draft, earlier }) => [draft.id, earlier.id]));
  await core.store.queries.transaction().execute(async (transaction) => {
    for (const draft of drafts) {
      await insertOnce(transaction, draft);
      const at = draft.created_at;
      const checked = { schema: draft.schema_id, records: draft.record_count };
      await addEvent(transaction, draft.id, { at, kind: 'checked', data: checked });
      const queued = { repeats: repeats.get(draft.id) ?? null };
      await addEvent(transaction, draft.id, { at, kind: 'queued', data: queued });
    }
  });
  for (const draft of drafts) tell(core, draft.id, 'queued');
  return Promise.all(drafts.map(async (draft) => toSubmission(await requireSubmission(core, draft.id))));
}

/** The unique index says when this very document is queued or on its way already. */
async function insertOnce(transaction: Core['store']['queries'], draft: Draft): Promise<void> {
  try {
    await insertSubmission(transaction, draft);
  } catch (error) {
    if (!isUniqueFault(error)) throw error;
    throw new ZubiError('file_already_queued', { name: draft.file_name }, { cause: error });
  }
}

function isUniqueFault(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SQLITE_CONSTRAINT_UNIQUE';
}

const resolvedStates = { accepted: 'accepted', rejected: 'rejected', not_delivered: 'failed' } as const;

/** A person says how an `unknown` ended; who decided and why stays in the timeline. */
async function resolve(
  core: Core,
  id: string,
  decision: keyof typeof resolvedStates,
  note: string,
): Promise<Submission> {
  const row = await requireSubmission(core, id);
  const state = resolvedStates[decision];
  const at = core.clock().toISOString();
  await core.store.queries.transaction().execute(async (transaction) => {
    if (!(await moveSubmission(transaction, id, 'unknown', { state, finished_at: at }))) {
      throw new ZubiError('submission_state', { id, state: row.state });
    }
    await addEvent(transaction, id, { at, kind: 'resolved', data: { decision, note } });
  });
  tell(core, id, state);
  return toSubmission(await requireSubmission(core, id));
}

/** Takes back what is still queued; what has left cannot be taken back. */
async function cancelQueued(
  core: Core,
  ids: readonly string[] | undefined,
): Promise<{ cancelled: string[] }> {
  const queued = await listQueued(core.store.queries);
  const wanted = ids ? queued.filter((row) => ids.includes(row.id)) : queued;
  const cancelled: string[] = [];
  for (const row of wanted) {
    const at = core.clock().toISOString();
    const moved = await core.store.queries.transaction().execute(async (transaction) => {
      if (!(await moveSubmission(transaction, row.id, 'queued', { state: 'cancelled', finished_at: at }))) {
        return false;
      }
      await addEvent(transaction, row.id, { at, kind: 'cancelled', data: {} });
      return true;
    });
    if (!moved) continue;
    cancelled.push(row.id);
    tell(core, row.id, 'cancelled');
  }
  return { cancelled };
}

function tell(core: Core, id: string, state: SubmissionState): void {
  core.emit({ name: 'submission.changed', payload: { id, state } });
}
