import { randomUUID } from 'node:crypto';
import { mediaTypeOf } from '../../contract/document-format.ts';
import type { CallError } from '../../contract/errors.ts';
import { asJson, isBrokenJson, isPage } from './answer-body.ts';
import type { AuthorizationUpload, UploadOutcome } from './client-port.ts';
import type { HttpRequest, HttpResult } from './http.ts';
import { writePath } from './json-path.ts';
import type { ServiceProfile } from './profile.ts';
import type { Redactor } from './redaction.ts';
import { isSuccess, toRefusal, toUnclear } from './refusal-error.ts';
import { denialsIn, isRefused, isSurelyNotDelivered } from './refusals.ts';
import {
  buildPost,
  type EndpointName,
  extraHeaders,
  requireSize,
  toBase64,
  toBody,
} from './requests.ts';

/** The profile's endpoint for documents. */
export function authorizationEndpoint(profile: ServiceProfile): EndpointName {
  return profile.requests.authorization.as === 'json'
    ? 'authorizationJson'
    : 'authorizationMultipart';
}

/**
 * The whole POST of a document in the profile's form. Throws `too_large` beyond the profile's
 * largest request.
 */
export async function buildAuthorizationPost(
  path: string,
  credential: Record<string, string>,
  upload: AuthorizationUpload,
  profile: ServiceProfile,
): Promise<HttpRequest> {
  return profile.requests.authorization.as === 'json'
    ? await buildPost(path, credential, buildJson(upload, profile), profile)
    : buildMultipart(path, credential, upload, profile);
}

function buildJson({ bytes, format }: AuthorizationUpload, profile: ServiceProfile): Buffer {
  const fields = profile.requests.authorization;
  const document: Record<string, unknown> = {};
  writePath(document, fields.file, toBase64(bytes, profile));
  writePath(document, fields.format, fields.formatWords[format] ?? format);
  return toBody(document, profile);
}

/** The file's own name is not sent: it may name people, and the service does not need it. */
function buildMultipart(
  path: string,
  credential: Record<string, string>,
  { bytes, format }: AuthorizationUpload,
  profile: ServiceProfile,
): HttpRequest {
  const boundary = `zubi-${randomUUID()}`;
  const head = [
    `--${boundary}`,
    `content-disposition: form-data; name="${profile.requests.authorization.file}"; filename="authorization.${format}"`,
    `content-type: ${mediaTypeOf(format)}`,
    '',
    '',
  ].join('\r\n');
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  requireSize(body.length, profile);
  const type = `multipart/form-data; boundary=${boundary}`;
  const own = { accept: 'application/json', 'content-type': type };
  const headers = { ...extraHeaders(profile), ...credential, ...own };
  return { method: 'POST', path, headers, body };
}

/**
 * The outcome of an upload. A status of receipt confirms it, because the shape of the body is not
 * specified. But a body that says `success: false` at its top or one level below, or that the
 * profile reads as a refusal, is a refusal; one that denies it elsewhere or in another way, or that
 * is cut off, leaves the outcome unknown.
 * A status of refusal is a refusal; a request of which nothing can have left was not delivered; all
 * else is unknown.
 */
export function toUploadOutcome(
  result: HttpResult,
  profile: ServiceProfile,
  redactor: Redactor,
): UploadOutcome {
  const { raw } = result;
  const read = raw && asJson(raw);
  const [denial] = read === null ? [] : denialsIn(read, profile);
  if (raw !== null && read !== null) {
    // Of what denies, only `success` and its like can be `false`.
    const [nearby] = denialsIn(read, profile, { depth: 2 });
    const isRefusal = isRefused(read, profile) || nearby?.endsWith(': false');
    if (isRefusal || isSurelyNotDelivered(raw.status, profile))
      return { kind: 'refused', error: toRefusal(read, profile, redactor), raw };
    const { receivedStatuses } = profile.answers.authorization;
    const isReceipt = receivedStatuses.includes(raw.status) && !isPage(raw);
    if (result.kind === 'answered' && isReceipt && denial === undefined && !isBrokenJson(read))
      return { kind: 'received', raw };
  }
  if (result.kind === 'failed' && !result.sent)
    return { kind: 'not_delivered', error: result.error };
  const error =
    denial === undefined
      ? toUnknown(result, profile, redactor)
      : ({ code: 'answer_contradictory', details: { said: 'accepted', word: denial } } as const);
  return { kind: 'unknown', error, raw };
}

function toUnknown(result: HttpResult, profile: ServiceProfile, redactor: Redactor): CallError {
  if (result.kind === 'failed') return result.error;
  if (!isSuccess(result.raw.status)) return toUnclear(result.raw, profile, redactor);
  const { raw } = result;
  const reason = isBrokenJson(asJson(raw)) ? 'json' : 'status';
  return { code: 'answer_not_understood', details: { reason, status: raw.status } };
}
