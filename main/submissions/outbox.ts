import { ZubiError } from '../../contract/errors.ts';
import type { SubmissionState } from '../../contract/submission.ts';
import { companyKeyName } from '../companies/handlers.ts';
import { connectionErrorCodes } from '../connection/reachability.ts';
import type { Core } from '../core.ts';
import { toCallError } from '../dispatch.ts';
import type { RecordSummary, SendOutcome, SendRequest } from '../ports.ts';
import { insertAnswer } from '../store/answers.ts';
import { gunzip, gzip } from '../store/compression.ts';
import { findDocument } from '../store/documents.ts';
import { addEvent } from '../store/events.ts';
import { insertRecordResults } from '../store/record-results.ts';
import { listInState, listQueued, moveSubmission } from '../store/submissions.ts';
import type { SubmissionsTable } from '../store/tables.ts';
import { toRecordRow } from './record-rows.ts';
import { type Settlement, settle } from './settle.ts';

/** Sends what is queued: a few at a time, one at a time for each company, in the order of the queue. */
export interface Outbox {
  /** Looks at the queue again. */
  wake(): void;
  /** Resolves when nothing is queued or on its way. */
  idle(): Promise<void>;
  /** Lets what is on its way come to its end and takes nothing new. */
  stop(): Promise<void>;
}

/** A process that finds `sending` did not live to see the answer: the document may have arrived, so only a person can say what happened. */
export async function recoverInterrupted(core: Core): Promise<void> {
  for (const row of await listInState(core.store.queries, 'sending')) {
    const at = core.clock().toISOString();
    await core.store.queries.transaction().execute(async (transaction) => {
      const moved = await moveSubmission(transaction, row.id, 'sending', {
        state: 'unknown',
        finished_at: at,
        answer_code: 'interrupted',
      });
      if (!moved) return;
      await addEvent(transaction, row.id, { at, kind: 'unknown', data: { code: 'interrupted' } });
    });
    core.log.warn('submission_interrupted', { submissionId: row.id });
  }
}

/** State: which companies have a submission on its way, and the wish to look again. */
export function createOutbox(core: Core, concurrency: number): Outbox {
  const busy = new Map<string, Promise<void>>();
  let looking: Promise<void> | null = null;
  let lookAgain = false;
  let stopped = false;

  const look = async () => {
    do {
      lookAgain = false;
      for (const row of await listQueued(core.store.queries)) {
        if (stopped || busy.size >= concurrency) return;
        if (busy.has(row.company_id)) continue;
        busy.set(
          row.company_id,
          sendOne(core, row)
            .catch((error: unknown) => core.log.error('outbox', { code: toCallError(error).code }))
            .finally(() => {
              busy.delete(row.company_id);
              wake();
            }),
        );
      }
    } while (lookAgain);
  };

  const wake = () => {
    lookAgain = true;
    if (stopped || looking) return;
    looking = look()
      .catch((error: unknown) => core.log.error('outbox', { code: toCallError(error).code }))
      .finally(() => {
        looking = null;
      });
  };

  const settled = async () => {
    while (looking || busy.size > 0) {
      await looking;
      await Promise.all(busy.values());
    }
  };

  return {
    wake,
    idle: settled,
    async stop() {
      stopped = true;
      await settled();
    },
  };
}

/** One submission from `queued` to its end. `sending` is on disk, with its time, before the first byte leaves. */
async function sendOne(core: Core, row: SubmissionsTable): Promise<void> {
  const prepared = await prepare(core, row).catch((error: unknown) => ({ error: toCallError(error) }));
  if ('error' in prepared) {
    const outcome = { kind: 'not_delivered', error: prepared.error, raw: null, retryAfterMs: null } as const;
    await writeDown(core, row.id, 'queued', outcome, settle(outcome, []));
    return;
  }
  if (!(await writeIntent(core, row, prepared.request.xml.byteLength))) return;
  const outcome = await prepared.send();
  noteReachability(core, outcome);
  const records = outcome.kind === 'answered' ? await readRecords(core, prepared.request.xml) : [];
  await writeDown(core, row.id, 'sending', outcome, settle(outcome, records));
}

/** False when the submission was taken back meanwhile: then nothing may leave. */
async function writeIntent(core: Core, row: SubmissionsTable, sizeBytes: number): Promise<boolean> {
  const at = core.clock().toISOString();
  const started = await core.store.queries.transaction().execute(async (transaction) => {
    const change = { state: 'sending', sent_at: at } as const;
    if (!(await moveSubmission(transaction, row.id, 'queued', change))) return false;
    await addEvent(transaction, row.id, { at, kind: 'sending', data: { sizeBytes, sha256: row.sha256 } });
    return true;
  });
  if (started) tell(core, row.id, 'sending');
  return started;
}

/** The document and the keys, gathered before anything is said to have been sent. */
async function prepare(core: Core, row: SubmissionsTable) {
  const { client, softwareGarante, environment } = await core.connection.active();
  if (environment !== row.environment)
    throw new ZubiError('connection_missing', { environment: row.environment });
  if (!softwareGarante) throw new ZubiError('software_garante_missing');
  const certificateKey = await core.connection.certificateKey();
  const clientKey = await core.vault.get(companyKeyName(row.company_id));
  if (!clientKey) throw new ZubiError('company_without_key', { taxId: row.tax_id });
  const kept = await findDocument(core.store.queries, row.sha256);
  if (!kept) throw new ZubiError('database_damaged', { cause: 'document missing' });
  const request: SendRequest = {
    xml: await gunzip(kept),
    form: { model: row.model, operation: row.operation, expenseType: row.expense_type },
    fiscalYear: row.fiscal_year,
    taxpayer: { taxId: row.tax_id, name: row.taxpayer_name },
    softwareGarante,
    certificateKey,
    clientKey,
  };
  return { request, send: () => client.send(request) };
}

/** Without the file's records an answer is still an answer: its own keys are shown. */
async function readRecords(core: Core, xml: Uint8Array): Promise<readonly RecordSummary[]> {
  try {
    return await core.judge.readRecords(xml);
  } catch (error) {
    core.log.error('records_not_read', { code: toCallError(error).code });
    return [];
  }
}

async function writeDown(
  core: Core,
  id: string,
  from: 'queued' | 'sending',
  outcome: SendOutcome,
  settlement: Settlement,
): Promise<void> {
  const at = core.clock().toISOString();
  const { raw } = outcome;
  const body = raw ? await gzip(raw.body) : null;
  const ledgerResponse =
    outcome.kind === 'answered' && outcome.ledgerResponse ? await gzip(outcome.ledgerResponse) : null;
  await core.store.queries.transaction().execute(async (transaction) => {
    const moved = await moveSubmission(transaction, id, from, {
      state: settlement.state,
      finished_at: at,
      identifier: settlement.identifier,
      registration_number: settlement.registrationNumber,
      answer_code: settlement.code,
      answer_message: settlement.message,
      correct_count: settlement.counts.correct,
      accepted_with_errors_count: settlement.counts.acceptedWithErrors,
      incorrect_count: settlement.counts.incorrect,
    });
    // A queued one may have been taken back meanwhile; one that was sending is ours alone.
    if (!moved && from === 'queued') return;
    if (!moved) throw new ZubiError('submission_state', { id });
    if (raw && body) {
      await insertAnswer(transaction, {
        submission_id: id,
        status: raw.status,
        content_type: raw.contentType,
        body_gzip: body,
        latency_ms: raw.latencyMs,
        ledger_response_gzip: ledgerResponse,
      });
    }
    await insertRecordResults(
      transaction,
      settlement.results.map((result, index) => toRecordRow(id, index + 1, result)),
    );
    await addEvent(transaction, id, { at, ...settlement.event });
  });
  tell(core, id, settlement.state);
}

function noteReachability(core: Core, outcome: SendOutcome): void {
  if (outcome.kind === 'answered') core.connection.noteHealth(true);
  else if (connectionErrorCodes.has(outcome.error.code)) core.connection.noteHealth(false);
}

function tell(core: Core, id: string, state: SubmissionState): void {
  core.emit({ name: 'submission.changed', payload: { id, state } });
}
