import type { CallError, ErrorCode } from '../../contract/errors.ts';
import { isPage, parseOrNull } from './answer-body.ts';
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
  414: 'service_not_found',
  425: 'service_unavailable',
  429: 'service_rate_limited',
};
/** Behind these a page for people says nothing of a key: it is not the service that answers. */
const keyStatuses: ReadonlySet<number> = new Set([401, 402, 403]);
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
  const { fields, fieldList } = profile.answers.error;
  const said = saidIn(raw, document, profile);
  return {
    code: keyStatuses.has(raw.status) && isPage(raw) ? 'service_blocked' : refusalCode(raw.status),
    details: {
      status: raw.status,
      message: said === '' ? null : redactor.text(said).slice(0, maxMessage),
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

/** The same behind a status that does not say whether anything was done. */
export function toUnclear(...given: Parameters<typeof toRefusal>): CallError {
  const { code, details } = toRefusal(...given);
  const leavesOpen = code === 'service_unavailable' || code === 'service_redirected';
  return { code: leavesOpen ? code : 'service_unclear', details };
}

/** Where services put their words, first a headline and then the details; as in RFC 9457. */
const commonPlaces = [
  ...['message', 'mensaje', 'mezua', 'error_description', 'title', 'detail', 'detalle'],
  ...['description', 'descripcion', 'error', 'error.message', 'error.detail'],
];
/** A longer answer holds more than the words of an error. */
const maxWordsBody = 16_384;

/** What a refusal says: at the profile's place, or in a small one at the common places. */
function saidIn({ status, body }: RawAnswer, document: unknown, profile: ServiceProfile): string {
  const { message } = profile.answers.error;
  const textAt = (path: string) =>
    [readPath(document, path)].flat().filter((text) => typeof text === 'string');
  const said = message === null ? [] : textAt(message);
  const isWanted = said.join('').trim() === '' && !isSuccess(status);
  const found = isWanted && body.byteLength <= maxWordsBody ? commonPlaces.flatMap(textAt) : said;
  return [...new Set(found)].join(' ').trim();
}
