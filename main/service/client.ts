import { ZubiError } from '../../contract/errors.ts';
import { bookOf } from '../../contract/ledger-books.ts';
import { toCallError } from '../platform/call-error.ts';
import { Secret } from '../platform/secrets/secret.ts';
import { readCompany, readLicense, readTerritories } from './answers.ts';
import {
  authorizationEndpoint,
  buildAuthorizationPost,
  toUploadOutcome,
} from './authorizations.ts';
import type {
  AskOutcome,
  AskRequest,
  AuthorizationUpload,
  RawAnswer,
  SendOutcome,
  SendRequest,
  ServiceClient,
  ServiceCompany,
  ServiceCompanyFields,
  UploadOutcome,
} from './client-port.ts';
import type { HttpRequest, HttpResult } from './http.ts';
import { createLink, expectSuccess, type Link, type ServiceClientOptions } from './link.ts';
import { toAskOutcome, toSendOutcome } from './outcome.ts';
import type { ServiceProfile } from './profile.ts';
import { cleanResult, createRedactor } from './redaction.ts';
import { toRefusal } from './refusal-error.ts';
import { denialsIn, isRefused, isSurelyNotDelivered } from './refusals.ts';
import {
  buildCompanyBody,
  buildPost,
  certificateHeader,
  companyHeaders,
  credentialHeader,
  extraHeaders,
} from './requests.ts';
import { parseRetryAfter } from './retry.ts';
import { buildSubmissionBody } from './submission-body.ts';

/**
 * A client of the intermediary service at one address. Throws `connection_not_https` or
 * `invalid_input` for a forbidden address. `send` and `uploadAuthorization` never throw; the others
 * throw a `ZubiError`, which for requests that change something has `delivered: 'no' | 'unknown'`
 * in its details. `close` lets running calls end and refuses new ones.
 */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const link = createLink(options);
  return {
    async territories(userKey) {
      const raw = await link.read('territories', userKey);
      return reading(() => readTerritories(raw, options.profile));
    },
    async license(userKey) {
      const raw = await link.read('license', userKey);
      return reading(() => readLicense(raw, options.profile));
    },
    createCompany: (userKey, fields) => saveCompany(link, userKey, null, fields),
    updateCompany: (userKey, serviceId, fields) => saveCompany(link, userKey, serviceId, fields),
    send: (request) => send(link, request),
    ask: (request) => ask(link, request),
    uploadAuthorization: (upload) => uploadAuthorization(link, upload),
    close: () => link.close(),
  };
}

/** A reading changes nothing: only its answer is not understood. */
export function reading<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    const { code, details } = toCallError(error);
    throw new ZubiError(
      code === 'answer_not_understood'
        ? { code: 'reading_not_understood', details }
        : { code, details },
    );
  }
}

async function saveCompany(
  link: Link,
  userKey: Secret,
  serviceId: string | null,
  fields: ServiceCompanyFields,
): Promise<ServiceCompany> {
  const { profile } = link;
  const endpoint = serviceId === null ? 'createCompany' : 'updateCompany';
  let delivered: 'no' | 'unknown' = 'no';
  let retryAfterMs: number | null = null;
  try {
    if (serviceId !== null && ['', '.', '..'].includes(serviceId))
      throw new ZubiError('company_unknown');
    const header = credentialHeader('user', userKey, profile);
    const body = buildCompanyBody(fields, profile);
    const request = await buildPost(link.pathOf(endpoint, serviceId ?? ''), header, body, profile);
    delivered = 'unknown';
    const redactor = createRedactor([userKey], Buffer.from(fields.taxId));
    const uncleaned = await link.onceUncleaned(endpoint, request, profile.timeouts.otherTotalMs);
    const result = cleanResult(uncleaned, redactor);
    if (isNotDelivered(result, profile)) delivered = 'no';
    retryAfterMs = parseRetryAfter(result.retryAfter, link.now());
    const keep = (raw: RawAnswer) => link.keep({ call: endpoint, taxId: fields.taxId, raw });
    let company: ServiceCompany;
    try {
      const cleaned = expectSuccess(result, profile, redactor);
      company = toServiceCompany(cleaned, profile, uncleaned.raw ?? cleaned);
      const { serviceId, taxId = null, apiKey } = company;
      const told = { reason: 'api_key', serviceId, taxId };
      if (apiKey.equals(userKey)) throw new ZubiError('answer_not_understood', told);
    } catch (error) {
      if (result.kind === 'answered') await keep(result.raw);
      throw error;
    }
    // Once read, a kept answer no longer needs the company's key.
    const { raw } = cleanResult(uncleaned, createRedactor([userKey, company.apiKey]));
    if (raw !== null) await keep(raw);
    return company;
  } catch (error) {
    const { code, details } = toCallError(error);
    const waits = retryAfterMs === null ? {} : { retryAfterMs };
    throw new ZubiError({ code, details: { ...details, delivered, ...waits } });
  }
}

/** The content of a whole answer to a creation or an update. */
export type CompanyAnswer =
  | { readonly kind: 'saved'; readonly company: ServiceCompany }
  /** The service refused before it did anything. */
  | { readonly kind: 'refused'; readonly error: ZubiError }
  | { readonly kind: 'unknown'; readonly error: unknown };

/** Reads a kept answer to a creation or an update by a profile. */
export function readCompanyAnswer(raw: RawAnswer, profile: ServiceProfile): CompanyAnswer {
  try {
    const redactor = createRedactor([]);
    if (isRefused(raw, profile) || isSurelyNotDelivered(raw.status, profile))
      return { kind: 'refused', error: new ZubiError(toRefusal(raw, profile, redactor)) };
    const answered = { kind: 'answered', raw, retryAfter: null } as const;
    const whole = expectSuccess(answered, profile, redactor);
    return { kind: 'saved', company: toServiceCompany(whole, profile) };
  } catch (error) {
    return { kind: 'unknown', error };
  }
}

/** `uncleaned`: the answer with the keys of its request. */
function toServiceCompany(
  raw: RawAnswer,
  profile: ServiceProfile,
  uncleaned = raw,
): ServiceCompany {
  // A company's own state, as that of its authorization, is no denial.
  const reason = denialsIn(raw, profile).find((name) => !/^(?:status|estado)$/i.test(name));
  if (reason !== undefined) throw new ZubiError('answer_not_understood', { reason });
  const { id, apiKey, territoryName, taxId } = readCompany(raw, profile, uncleaned);
  // With identifiers for territories, the company's answer has the service's own identifier.
  const isNamedById = Object.keys(profile.answers.territories.names).length > 0;
  const known = isNamedById ? null : territoryName;
  return { serviceId: id, apiKey: new Secret(apiKey), territoryName: known, taxId };
}

function isNotDelivered(result: HttpResult, profile: ServiceProfile): boolean {
  const { raw } = result;
  if (raw !== null && (isRefused(raw, profile) || isSurelyNotDelivered(raw.status, profile)))
    return true;
  return result.kind === 'failed' && !result.sent;
}

async function send(link: Link, request: SendRequest): Promise<SendOutcome> {
  const { profile } = link;
  const { endpoint } = bookOf(request.form);
  let post: HttpRequest;
  try {
    const { credential } = profile.endpoints[endpoint];
    const header = {
      ...companyHeaders(credential, request, profile),
      ...certificateHeader(request.certificateKey, profile),
    };
    post = await buildPost(
      link.pathOf(endpoint),
      header,
      buildSubmissionBody(request, profile),
      profile,
    );
  } catch (error) {
    return { kind: 'not_delivered', error: toCallError(error), raw: null, retryAfterMs: null };
  }
  let raw: RawAnswer | null = null;
  try {
    const { userKey, clientKey, certificateKey } = request;
    const redactor = createRedactor([userKey, clientKey, certificateKey], request.xml);
    const totalMs = profile.timeouts.submissionTotalMs;
    const { onSent } = request;
    const watched = onSent ? { ...post, onSent } : post;
    const result = await link.once(endpoint, watched, { totalMs, redactor });
    raw = result.raw;
    return toSendOutcome(result, {
      profile,
      redactor,
      now: link.now(),
    });
  } catch (error) {
    // A fault of our own after the request may have left: it never counts as not delivered.
    return { kind: 'unknown', error: toCallError(error), raw };
  }
}

async function ask(link: Link, request: AskRequest): Promise<AskOutcome> {
  const { profile } = link;
  const { submissionResult: endpoint } = profile.endpoints;
  try {
    if (endpoint === null) throw new ZubiError('service_not_found');
    const own = companyHeaders(endpoint.credential, request, profile);
    const headers = { ...extraHeaders(profile), ...own, accept: 'application/json' };
    const path = link.pathOf('submissionResult', request.identifier);
    const { userKey, clientKey, certificateKey } = request;
    const redactor = createRedactor([userKey, clientKey, certificateKey]);
    const totalMs = profile.timeouts.otherTotalMs;
    const get = { method: 'GET', path, headers, body: null } as const;
    const result = await link.once('submissionResult', get, { totalMs, redactor });
    const context = { profile, redactor, now: link.now() };
    return toAskOutcome(result, context, request.identifier);
  } catch (error) {
    return { kind: 'not_told', error: toCallError(error) };
  }
}

async function uploadAuthorization(
  link: Link,
  upload: AuthorizationUpload,
): Promise<UploadOutcome> {
  const { profile } = link;
  const endpoint = authorizationEndpoint(profile);
  let post: HttpRequest;
  try {
    const header = companyHeaders(profile.endpoints[endpoint].credential, upload, profile);
    post = await buildAuthorizationPost(link.pathOf(endpoint), header, upload, profile);
  } catch (error) {
    return { kind: 'not_delivered', error: toCallError(error) };
  }
  let raw: RawAnswer | null = null;
  try {
    const { userKey, clientKey } = upload;
    const redactor = createRedactor([userKey, clientKey]);
    const totalMs = profile.timeouts.submissionTotalMs;
    const result = await link.once(endpoint, post, { totalMs, redactor });
    raw = result.raw;
    if (result.kind === 'answered')
      await link.keep({ call: 'authorization', taxId: '', raw: result.raw });
    return toUploadOutcome(result, profile, redactor);
  } catch (error) {
    return { kind: 'unknown', error: toCallError(error), raw };
  }
}
