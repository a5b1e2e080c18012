import { ZubiError } from '../../../contract/errors.ts';
import type { SubmissionEvent } from '../../../contract/submission.ts';
import { forgetEarlier, isFromEarlier } from '../../platform/chain/restored-mark.ts';
import type { GroupCommit } from '../../platform/db/group-commit.ts';
import type { AnswersTable, SubmissionsTable, Transaction } from '../../platform/db/tables.ts';
import { gzip } from '../../platform/files/compression.ts';
import type { RawAnswer, SendOutcome } from '../../service/client-port.ts';
import type { Core } from '../core.ts';
import {
  addEvent,
  emitChange,
  findSubmission,
  insertAnswer,
  insertRecordResults,
  listInState,
  moveSubmission,
  toRecordRow,
  writeWords,
} from '../submissions/public.ts';
import { nextAskAt } from './ask-time.ts';
import type { ClassifiedOutcome } from './classify-outcome.ts';

/** How a submission ended, as it is written. */
interface Ending {
  readonly id: string;
  readonly classified: ClassifiedOutcome;
  readonly change: Partial<
    Pick<SubmissionsTable, 'finished_at' | 'next_attempt_at' | 'identifier'>
  >;
  readonly event: SubmissionEvent;
  /** Null where there was no answer, or it is kept already. */
  readonly keepAnswer: ((transaction: Transaction) => Promise<void>) | null;
}

/**
 * The one place where an outcome is written: the state, the answer, each record's result and the
 * event. False, with nothing written, when the submission is no longer in `from`.
 */
async function writeEnding(
  transaction: Transaction,
  from: 'queued' | 'sending' | 'unknown',
  { id, classified, change, event, keepAnswer }: Ending,
): Promise<boolean> {
  const columns = { ...toColumns(classified), ...change };
  if ((await findSubmission(transaction, id))?.state !== from) return false;
  // Before the state: the list of what waits is looked at again with it, and reads the results.
  const rows = classified.results.map((result, index) => toRecordRow(id, index + 1, result));
  await insertRecordResults(transaction, rows);
  await moveSubmission(transaction, id, from, columns);
  await keepAnswer?.(transaction);
  await writeWords(transaction, id);
  await addEvent(transaction, id, event);
  return true;
}

/** Writes how a sending ended. */
export async function writeOutcome(
  core: Core,
  commits: GroupCommit,
  submission: {
    readonly row: Pick<SubmissionsTable, 'id' | 'environment'>;
    readonly from: 'queued' | 'sending';
    readonly outcome: SendOutcome;
    readonly classified: ClassifiedOutcome;
    /** The XML in which the ledger's response was found. */
    readonly ledgerResponse: Uint8Array | null;
    /** Whether another file is about to be sent, so that both may be written together. */
    readonly mayWait?: boolean;
  },
): Promise<void> {
  const { row, from, outcome, classified, ledgerResponse, mayWait = false } = submission;
  const { id } = row;
  const at = core.clock().toISOString();
  const answer = await toAnswerRow(id, outcome.raw, ledgerResponse);
  const askedMs = outcome.kind === 'unknown' ? (outcome.retryAfterMs ?? null) : null;
  const ending: Ending = {
    id,
    classified,
    change: { finished_at: at, next_attempt_at: firstAskAt(core, row, classified, askedMs) },
    event: { at, ...classified.event },
    keepAnswer: answer && ((transaction) => insertAnswer(transaction, answer)),
  };
  const write = (transaction: Transaction) => writeEnding(transaction, from, ending);
  if (await commits.run(write, { mayWait })) return emitChange(core, id, classified.state);
  // A queued submission may be cancelled meanwhile. No one else changes one that is sending.
  if (from === 'sending') throw new ZubiError('submission_state', { id });
}

/** Writes the outcome of an `unknown` submission; false when a person has decided meanwhile. */
export async function rewriteOutcome(core: Core, ending: Ending): Promise<boolean> {
  const isWritten = await core.store.queries
    .transaction()
    .execute((transaction) => writeEnding(transaction, 'unknown', ending));
  if (isWritten) emitChange(core, ending.id, ending.classified.state);
  return isWritten;
}

/** An answer as it is kept; null where there was none. */
export async function toAnswerRow(
  submissionId: string,
  raw: RawAnswer | null,
  ledgerResponse: Uint8Array | null,
): Promise<AnswersTable | null> {
  if (raw === null) return null;
  return {
    submission_id: submissionId,
    status: raw.status,
    content_type: raw.contentType,
    body_gzip: await gzip(raw.body),
    latency_ms: raw.latencyMs,
    ledger_response_gzip: ledgerResponse && (await gzip(ledgerResponse)),
  };
}

/** When the service is asked for the outcome of what it has just queued; null for all others. */
export function firstAskAt(
  core: Core,
  { environment }: Pick<SubmissionsTable, 'environment'>,
  { code, identifier }: Pick<ClassifiedOutcome, 'code' | 'identifier'>,
  askedMs: number | null,
): string | null {
  if (code !== 'answer_queued' || identifier === null) return null;
  const now = core.clock();
  return nextAskAt(core.connection.profileOf(environment), {
    now,
    sentAt: now,
    askedMs,
    mayEnd: true,
  });
}

function toColumns(classified: ClassifiedOutcome) {
  return {
    state: classified.state,
    identifier: classified.identifier,
    registration_number: classified.registrationNumber,
    answer_code: classified.code,
    answer_message: classified.message,
    correct_count: classified.counts.correct,
    accepted_with_errors_count: classified.counts.acceptedWithErrors,
    incorrect_count: classified.counts.incorrect,
  };
}

/**
 * Called at the start. A former process did not see the answer to what is `sending`. What is queued
 * in a restored history may have been sent since. Either may have arrived, so only a person can say
 * what happened.
 */
export async function recoverInterrupted(core: Core): Promise<void> {
  if (isFromEarlier(core.dataFolder)) {
    await recoverEarlier(core);
    forgetEarlier(core.dataFolder);
  }
  const ids = await leaveUnknown(core, 'sending', 'interrupted');
  for (const submissionId of ids) core.log.warn('submission_interrupted', { submissionId });
}

/** What is queued in an older history may have been sent since: a person decides each one. */
export async function recoverEarlier(core: Core): Promise<void> {
  const ids = await leaveUnknown(core, 'queued', 'history_restored');
  for (const id of ids) emitChange(core, id, 'unknown');
  if (ids.length > 0) core.log.warn('queue_from_earlier', { count: ids.length });
}

/** Everything in a state becomes `unknown`, for a person to decide; returns what did. */
async function leaveUnknown(
  core: Core,
  from: 'queued' | 'sending',
  code: 'history_restored' | 'interrupted',
): Promise<string[]> {
  const at = core.clock().toISOString();
  const ended = { state: 'unknown', finished_at: at, answer_code: code } as const;
  const change = { ...ended, held_by: null, next_attempt_at: null };
  return core.store.queries.transaction().execute(async (transaction) => {
    const rows = await listInState(transaction, from);
    for (const { id } of rows) {
      await moveSubmission(transaction, id, from, change);
      await addEvent(transaction, id, { at, kind: 'unknown', data: { code } });
    }
    return rows.map(({ id }) => id);
  });
}
