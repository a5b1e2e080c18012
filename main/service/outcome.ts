import { type CallError, ZubiError } from '../../contract/errors.ts';
import { hasDigit } from '../validator/pair-records.ts';
import { asJson, startsAsJson } from './answer-body.ts';
import { type ReadSubmission, readSubmission, refusalWords } from './answers.ts';
import type { AskOutcome, RawAnswer, SendOutcome } from './client-port.ts';
import { readFieldTexts } from './field-texts.ts';
import type { HttpResult } from './http.ts';
import type { ServiceProfile } from './profile.ts';
import type { Redactor } from './redaction.ts';
import { isSuccess, toRefusal, toUnclear } from './refusal-error.ts';
import {
  contentRefusals,
  denialsIn,
  isQueued,
  isRefused,
  isSurelyNotDelivered,
  numbersIn,
  queuedIdentifier,
  queuedWordIn,
} from './refusals.ts';
import { parseRetryAfter } from './retry.ts';
import { resultIn, saysAnswerWasLost, takenWordIn } from './taken-words.ts';

/** What an outcome depends on beside the result. */
export interface OutcomeContext {
  readonly profile: ServiceProfile;
  readonly redactor: Redactor;
  readonly now: Date;
}

/**
 * The outcome of sending, by what is known of the delivery. The specification shows the status 200
 * alone (part 7); the profile names those that refuse. Then `readWholeAnswer` looks for the
 * ledger's response in the answer, and `classifyOutcome` weighs the records.
 *
 * | what came                                                   | outcome           |
 * |-------------------------------------------------------------|-------------------|
 * | nothing, and no byte of the request can have left           | `not_delivered`   |
 * | nothing, or a part of an answer, after bytes left           | `unknown`         |
 * | a status that refuses, and not a word of anything taken     | `not_delivered`   |
 * | a status that refuses records that the answer names         | `answered`        |
 * | a 409, or a status that refuses beside a result or a number | `unknown`         |
 * | success, understood, also a refusal of the file in the body | `answered`        |
 * | success, in which the profile finds that nothing was done   | `not_delivered`   |
 * | success that says that the result comes later               | `unknown`, queued |
 * | anything else                                               | `unknown`         |
 */
export function toSendOutcome(result: HttpResult, context: OutcomeContext): SendOutcome {
  const outcome = weigh(result, context);
  if (outcome.kind !== 'unknown' || outcome.raw === null) return outcome;
  const { code, details } = outcome.error;
  const numbers = numbersIn(outcome.raw, context.profile);
  return { ...outcome, error: { code, details: { ...numbers, ...details } } };
}

function weigh(result: HttpResult, context: OutcomeContext): SendOutcome {
  const { profile, redactor } = context;
  if (result.kind === 'failed') {
    const { error, sent, raw } = result;
    const isSure = raw !== null && isSurelyNotDelivered(raw.status, profile);
    if (isSure && !contentRefusals.has(raw.status)) return refused(raw, result, context);
    return sent
      ? { kind: 'unknown', error, raw }
      : { kind: 'not_delivered', error, raw: null, retryAfterMs: null };
  }
  const { raw } = result;
  if (isSurelyNotDelivered(raw.status, profile)) return refused(raw, result, context);
  if (isRefused(raw, profile)) return refusedInside(raw, result, context);
  if (isQueued(raw, profile)) return queued(raw, result, context);
  if (isSuccess(raw.status)) return readAnswer(raw, context);
  return { kind: 'unknown', error: toUnclear(raw, profile, redactor), raw };
}

/** An answer that begins as JSON and is none may have lost its rest: its head names no length. */
function isCut(raw: RawAnswer, answered: SendOutcome): boolean {
  if (!contentRefusals.has(raw.status) || answered.kind !== 'unknown') return false;
  return answered.error.details.reason === 'json' && startsAsJson(raw);
}

/**
 * Refused by its status. But an answer that says that the file was taken is no refusal: sending
 * again could send twice. It can quote an earlier submission, as the refusal of a duplicate does.
 * An answer that refuses records came from the ledger: sending again would be refused again.
 */
function refused(raw: RawAnswer, { retryAfter }: HttpResult, context: OutcomeContext): SendOutcome {
  const { profile, redactor } = context;
  const read = asJson(raw);
  const answered = { ...readAnswer(read, context), raw };
  const isOfContent = contentRefusals.has(raw.status);
  const isRead = isOfContent || isSuccess(raw.status);
  const result = resultIn(read, profile, isOfContent) ?? queuedWordIn(read, profile);
  if (result !== null) return contradictory(result, raw);
  const refuses = refusesRecords(answered, profile);
  if (refuses && answered.kind === 'answered' && answered.result !== null) return answered;
  const trace = takenWordIn(read, profile, isRead) ?? numbersIn(read, profile).registrationNumber;
  if (trace !== undefined) return contradictory(trace, raw);
  // The ledger had the file, and may have what the answer does not name.
  if (refuses || isCut(read, answered)) return answered;
  // What is there already may have come with this request, which something on the way repeated.
  if (raw.status === 409 || (isRead && saysAnswerWasLost(read)))
    return { kind: 'unknown', error: toUnclear(read, profile, redactor), raw };
  const error = toRefusal(read, profile, redactor);
  return {
    kind: 'not_delivered',
    error,
    raw,
    retryAfterMs: parseRetryAfter(retryAfter, context.now),
  };
}

/** Whether an answer refuses records; an entry without a name and a state is any other error. */
function refusesRecords(outcome: SendOutcome, { answers }: ServiceProfile): boolean {
  if (outcome.kind !== 'answered') return false;
  const givesStates = answers.submission.record.state !== null;
  return outcome.records.some(
    ({ state, key, row }) =>
      state === 'incorrect' && (givesStates || row !== undefined || hasDigit(key)),
  );
}

function contradictory(word: string, raw: RawAnswer): SendOutcome {
  const details = { said: 'refused', word };
  return { kind: 'unknown', error: { code: 'answer_contradictory', details }, raw };
}

/** A refusal in an answer of success: nothing was done, or the ledger refused the file. */
function refusedInside(raw: RawAnswer, result: HttpResult, context: OutcomeContext): SendOutcome {
  const { profile } = context;
  const { refusedWhen } = profile.answers.error;
  if (refusedWhen?.means !== 'rejected') return refused(raw, result, context);
  const answered = readAnswer(raw, context);
  if (answered.kind !== 'answered') return answered;
  if (answered.result === null) return { ...answered, result: 'incorrect' };
  return { ...answered, refusedBy: refusedWhen.path };
}

/** The service has it, and its outcome is not known yet. */
function queued(raw: RawAnswer, { retryAfter }: HttpResult, context: OutcomeContext): SendOutcome {
  const { details } = toRefusal(raw, context.profile, context.redactor);
  const identifier = queuedIdentifier(raw, context.profile);
  const error = { code: 'answer_queued', details: { ...details, identifier } } as const;
  return { kind: 'unknown', error, raw, retryAfterMs: parseRetryAfter(retryAfter, context.now) };
}

/**
 * The answer to the question for the outcome of `identifier`. A refusal may concern the question
 * alone, so it never shows that the file was not delivered; an answer that names another identifier
 * shows nothing.
 */
export function toAskOutcome(
  result: HttpResult,
  context: OutcomeContext,
  identifier: string | null,
): AskOutcome {
  const retryAfterMs = parseRetryAfter(result.retryAfter, context.now);
  if (result.kind === 'failed')
    return { kind: 'not_told', error: result.error, retryAfterMs, isUnanswered: true };
  const { profile, redactor } = context;
  const { raw } = result;
  const named = queuedIdentifier(raw, profile);
  // Some services write a UUID in small letters here and in capitals there.
  if (identifier !== null && named !== null && named.toLowerCase() !== identifier.toLowerCase()) {
    const error = { code: 'answer_not_understood', details: { reason: 'other_file' } } as const;
    return { kind: 'not_told', error, retryAfterMs, raw };
  }
  const error = toUnclear(raw, profile, redactor);
  const sent = toSendOutcome(result, context);
  const { status } = raw;
  // Refused records behind the status of a refused content are the file's.
  const tells = isSuccess(status)
    ? sent.kind !== 'not_delivered'
    : contentRefusals.has(status) && refusesRecords(sent, profile);
  return tells ? sent : { kind: 'not_told', error, retryAfterMs, raw };
}

function readAnswer(raw: RawAnswer, { profile, redactor }: OutcomeContext): SendOutcome {
  try {
    const read = cleaned(readSubmission(raw, profile), redactor, profile);
    const denials = denialsIn(raw, profile, { also: takenNames });
    return { kind: 'answered', ...read, denials, refusals: refusalWords(profile), raw };
  } catch (error) {
    return { kind: 'unknown', error: toNotUnderstood(error), raw };
  }
}

/** Names that say of a file, and of nothing else that a service has, whether it was taken. */
const takenNames = /^(?:is[_-]?)?(?:accepted|aceptad[oa]|onartua|forwarded|valid|v[aá]lid[oa])$/i;

function cleaned(read: ReadSubmission, redactor: Redactor, profile: ServiceProfile) {
  const clean = (text: string | null) => text && redactor.text(text);
  const cleanNumber = (text: string | null) => text && redactor.number(text);
  return {
    ...read,
    identifier: cleanNumber(read.identifier),
    registrationNumber: cleanNumber(read.registrationNumber),
    code: cleanNumber(read.code),
    message: clean(read.message),
    fields: readFieldTexts(
      read.fields,
      (text) => redactor.text(text),
      profile.answers.error.fieldList,
    ),
    records: read.records.map((record) => ({
      ...record,
      code: cleanNumber(record.code),
      messageEs: clean(record.messageEs),
      messageEu: clean(record.messageEu),
    })),
  };
}

function toNotUnderstood(error: unknown): CallError {
  if (error instanceof ZubiError) return { code: error.code, details: error.details };
  return { code: 'answer_not_understood', details: { reason: 'shape' } };
}
