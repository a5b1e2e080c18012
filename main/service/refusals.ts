import type { CallError, ErrorCode } from '../../contract/errors.ts';
import { parseJsonAnswer } from './answers.ts';
import type { RawAnswer } from './client-port.ts';
import { readFieldTexts } from './field-texts.ts';
import { readPath } from './json-path.ts';
import type { ServiceProfile } from './profile.ts';
import type { Redactor } from './redaction.ts';

const codes: Readonly<Record<number, ErrorCode>> = {
  401: 'service_unauthorized',
  403: 'service_forbidden',
  404: 'service_not_found',
  409: 'service_conflict',
  413: 'service_too_large',
  429: 'service_rate_limited',
};
const maxMessage = 500;

/** Whether an answer is one of success, whose content counts. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** The contract's code for a status other than success. */
function refusalCode(status: number): ErrorCode {
  if (status >= 500) return 'service_unavailable';
  if (isSuccess(status)) return 'service_refused';
  if (status < 400) return 'service_redirected';
  return codes[status] ?? 'service_refused';
}

/** Whether a status says that the service refused before it did anything. */
export function isSurelyNotDelivered(status: number, profile: ServiceProfile): boolean {
  return profile.answers.error.notDeliveredStatuses.includes(status);
}

/** Whether the body of an answer of success says that the service refused. */
export function isRefused(raw: RawAnswer, { answers }: ServiceProfile): boolean {
  const { refusedWhen } = answers.error;
  if (refusedWhen === null || !isSuccess(raw.status)) return false;
  const found = readPath(parseOrNull(raw), refusedWhen.path);
  return refusedWhen.is.some((value) => value === found);
}

/** Whether an answer of success says `success: false` of itself, in whatever profile. */
export function saysNoSuccess(raw: RawAnswer): boolean {
  return isSuccess(raw.status) && readPath(parseOrNull(raw), 'success') === false;
}

/** Whether an answer of success says that the outcome comes later. */
export function isQueued(raw: RawAnswer, { answers }: ServiceProfile): boolean {
  const { queued } = answers.submission;
  if (queued === null || !isSuccess(raw.status)) return false;
  if (queued.path === null) return queued.statuses.includes(raw.status);
  const found = readPath(parseOrNull(raw), queued.path);
  return queued.is.some((value) => value === found);
}

/** The identifier to ask for the outcome with; null when the answer has none. */
export function queuedIdentifier(raw: RawAnswer, { answers }: ServiceProfile): string | null {
  const path = answers.submission.queued?.identifier ?? null;
  const found = path === null ? null : readPath(parseOrNull(raw), path);
  const text = typeof found === 'number' ? String(found) : found;
  const isUsable = typeof text === 'string' && /^[^\s/]{1,200}$/.test(text) && !/^\.+$/.test(text);
  return isUsable ? text : null;
}

/**
 * An answer other than success as an error: status, the service's message (at most 500 characters)
 * and its texts by field. Both are the server's words: data to show, never to trust, with our keys
 * removed.
 */
export function toRefusal(raw: RawAnswer, profile: ServiceProfile, redactor: Redactor): CallError {
  const document = parseOrNull(raw);
  const { message, fields, fieldList } = profile.answers.error;
  const clean = (value: string): string => redactor.text(value).slice(0, maxMessage);
  const said = message === null ? null : readPath(document, message);
  return {
    code: refusalCode(raw.status),
    details: {
      status: raw.status,
      message: typeof said === 'string' ? clean(said) : null,
      fields: {
        ...readFieldTexts(
          fields === null ? null : readPath(document, fields),
          (text) => redactor.text(text),
          fieldList,
        ),
      },
    },
  };
}

function parseOrNull(raw: RawAnswer): unknown {
  try {
    return parseJsonAnswer(raw);
  } catch {
    return null;
  }
}
