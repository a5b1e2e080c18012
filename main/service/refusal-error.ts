import type { CallError, ErrorCode } from '../../contract/errors.ts';
import { parseOrNull } from './answer-body.ts';
import type { RawAnswer } from './client-port.ts';
import { readFieldTexts } from './field-texts.ts';
import { readPath } from './json-path.ts';
import type { ServiceProfile } from './profile.ts';
import type { Redactor } from './redaction.ts';

const codes: Readonly<Record<number, ErrorCode>> = {
  401: 'service_unauthorized',
  402: 'service_forbidden',
  403: 'service_forbidden',
  404: 'service_not_found',
  405: 'service_not_found',
  408: 'service_unavailable',
  409: 'service_conflict',
  410: 'service_not_found',
  413: 'service_too_large',
  425: 'service_unavailable',
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

/**
 * An answer other than success as an error: status, the service's message (at most 500 characters)
 * and its texts by field. Both are the server's words: data to show, never to trust, with our keys
 * removed.
 */
export function toRefusal(raw: RawAnswer, profile: ServiceProfile, redactor: Redactor): CallError {
  const document = parseOrNull(raw);
  const { message, fields, fieldList } = profile.answers.error;
  const clean = (value: string): string => redactor.text(value).slice(0, maxMessage);
  const found = message === null ? [] : [readPath(document, message)].flat();
  const said = found.filter((text) => typeof text === 'string');
  return {
    code: refusalCode(raw.status),
    details: {
      status: raw.status,
      message: said.length === 0 ? null : clean(said.join(' ')),
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
