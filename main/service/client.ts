import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { ZubiError } from '../../contract/errors.ts';
import { toCallError } from '../call-error.ts';
import type {
  AuthorizationUpload,
  Clock,
  Log,
  RawAnswer,
  SendOutcome,
  SendRequest,
  ServiceClient,
  ServiceCompany,
  ServiceCompanyFields,
  UploadOutcome,
} from '../ports.ts';
import { Secret } from '../secrets/secret.ts';
import { parseServiceAddress } from './address.ts';
import { readCompany, readLicense, readTerritories } from './answers.ts';
import {
  authorizationEndpoint,
  buildAuthorizationPost,
  toUploadOutcome,
} from './authorizations.ts';
import { createTrust } from './certificates.ts';
import { ConnectionPool } from './connection-pool.ts';
import { exchange, type HttpRequest, type HttpResult } from './http.ts';
import { toSendOutcome } from './outcome.ts';
import type { ServiceProfile } from './profile.ts';
import type { ProxySettings } from './proxy.ts';
import { createRedactor } from './redaction.ts';
import { isSuccess, isSurelyNotDelivered, toRefusal } from './refusals.ts';
import {
  buildCompanyBody,
  buildPost,
  credentialHeader,
  type EndpointName,
  submissionEndpoint,
} from './requests.ts';
import { type Pace, parseRetryAfter, retryReading } from './retry.ts';
import { buildSubmissionBody } from './submission-body.ts';

/** How the client reaches the network. */
export interface ServiceTransport extends ProxySettings {
  /** Certificates (PEM) of authorities to trust besides those of the machine. */
  readonly extraCa?: string | readonly string[];
}

/** What a client is made of. */
export interface ServiceClientOptions {
  readonly baseUrl: string;
  readonly profile: ServiceProfile;
  readonly transport: ServiceTransport;
  readonly log: Log;
  readonly clock?: Clock;
  /** Waits and jitter between the tries of a reading; real unless a test decides them. */
  readonly pace?: Pace;
}

const realPace: Pace = {
  now: () => performance.now(),
  random: Math.random,
  sleep: (ms) => sleep(ms),
};

/**
 * A client of the intermediary service at one address. Throws `connection_not_https` or
 * `invalid_input` for an address that must not be used. `send` and `uploadAuthorization` never
 * throw; the others throw a `ZubiError`, which for requests that change something says `delivered:
 * 'no' | 'unknown'` in its details. `close` lets what is under way end and refuses everything
 * after.
 */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const link = createLink(options);
  return {
    async territories(userKey) {
      return readTerritories(await link.read('territories', userKey), options.profile);
    },
    async license(userKey) {
      return readLicense(await link.read('license', userKey), options.profile);
    },
    createCompany: (userKey, fields) => saveCompany(link, userKey, null, fields),
    updateCompany: (userKey, serviceId, fields) => saveCompany(link, userKey, serviceId, fields),
    send: (request) => send(link, request),
    uploadAuthorization: (upload) => uploadAuthorization(link, upload),
    close: () => link.close(),
  };
}

/** What the calls of one client share. */
interface Link {
  readonly profile: ServiceProfile;
  readonly log: Log;
  readonly now: () => Date;
  pathOf(endpoint: EndpointName, serviceId?: string): string;
  read(endpoint: EndpointName, key: Secret): Promise<RawAnswer>;
  post(
    endpoint: EndpointName,
    request: Omit<HttpRequest, 'totalMs'>,
    totalMs: number,
  ): Promise<HttpResult>;
  close(): Promise<void>;
}

function createLink(options: ServiceClientOptions): Link {
  const { profile, transport, log } = options;
  const address = parseServiceAddress(options.baseUrl);
  const now = options.clock ?? (() => new Date());
  const limit = pLimit(profile.concurrency);
  const underWay = new Set<Promise<unknown>>();
  const pool = new ConnectionPool(
    {
      address,
      proxy: transport,
      trust: createTrust(transport.extraCa),
      timeouts: profile.timeouts,
      maxAnswerBytes: profile.limits.maxAnswerBytes,
    },
    2 * profile.concurrency,
  );
  let closed = false;

  const pathOf = (endpoint: EndpointName, serviceId = ''): string =>
    address.basePath +
    profile.endpoints[endpoint].path.replaceAll('{clientCompany}', () =>
      encodeURIComponent(serviceId),
    );

  const run = (endpoint: EndpointName, request: HttpRequest): Promise<HttpResult> => {
    const work = limit(async () => {
      if (closed) return notOpen();
      const result = await exchange(request, { pool, origin: address.origin });
      tell(log, endpoint, result);
      return result;
    });
    underWay.add(work);
    return work.finally(() => underWay.delete(work));
  };

  const read = async (endpoint: EndpointName, key: Secret): Promise<RawAnswer> => {
    const header = credentialHeader(profile.endpoints[endpoint].credential, key, profile);
    const headers = { ...header, accept: 'application/json' };
    const result = await retryReading(
      (totalMs) =>
        run(endpoint, { method: 'GET', path: pathOf(endpoint), headers, body: null, totalMs }),
      {
        totalMs: profile.timeouts.otherTotalMs,
        retryAfterMs: ({ retryAfter }) => parseRetryAfter(retryAfter, now()),
      },
      options.pace ?? realPace,
    );
    return expectSuccess(result, profile, [key]);
  };

  return {
    profile,
    log,
    now,
    pathOf,
    read,
    post: (endpoint, request, totalMs) => run(endpoint, { ...request, totalMs }),
    async close() {
      closed = true;
      while (underWay.size > 0) await Promise.allSettled(underWay);
      pool.close();
    },
  };
}

function notOpen(): HttpResult {
  const error = { code: 'connection_lost', details: { reason: 'closed' } } as const;
  return { kind: 'failed', sent: false, error, raw: null, retryAfter: null };
}

/**
 * One line for the log: endpoint, status, sizes and times; never an address's path, a body or a
 * header.
 */
function tell(log: Log, endpoint: EndpointName, result: HttpResult): void {
  const { raw } = result;
  const fields = { endpoint, status: raw?.status ?? null, latencyMs: raw?.latencyMs ?? null };
  if (result.kind === 'answered') {
    log.info('service.answered', { ...fields, sizeBytes: result.raw.body.byteLength });
  } else {
    const reason = result.error.details.reason;
    log.warn('service.failed', {
      ...fields,
      code: result.error.code,
      reason: typeof reason === 'string' ? reason : null,
      sent: result.sent,
    });
  }
}

function expectSuccess(
  result: HttpResult,
  profile: ServiceProfile,
  secrets: readonly Secret[],
): RawAnswer {
  const { raw } = result;
  if (raw !== null && !isSuccess(raw.status)) {
    const { code, details } = toRefusal(raw, profile, createRedactor(secrets));
    throw new ZubiError(code, details);
  }
  if (result.kind === 'failed') throw new ZubiError(result.error.code, result.error.details);
  return result.raw;
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
    const header = credentialHeader(profile.endpoints[endpoint].credential, userKey, profile);
    const body = buildCompanyBody(fields, profile);
    const request = await buildPost(link.pathOf(endpoint, serviceId ?? ''), header, body, profile);
    delivered = 'unknown';
    const result = await link.post(endpoint, request, profile.timeouts.otherTotalMs);
    if (isNotDelivered(result, profile)) delivered = 'no';
    retryAfterMs = parseRetryAfter(result.retryAfter, link.now());
    const company = readCompany(expectSuccess(result, profile, [userKey]), profile);
    const apiKey = new Secret(company.apiKey);
    const { id, territoryName, taxId } = company;
    return { serviceId: id, apiKey, territoryName, taxId };
  } catch (error) {
    const { code, details } = toCallError(error);
    throw new ZubiError(code, {
      ...details,
      delivered,
      ...(retryAfterMs === null ? {} : { retryAfterMs }),
    });
  }
}

function isNotDelivered(result: HttpResult, profile: ServiceProfile): boolean {
  if (result.raw !== null && isSurelyNotDelivered(result.raw.status, profile)) return true;
  return result.kind === 'failed' && !result.sent;
}

async function send(link: Link, request: SendRequest): Promise<SendOutcome> {
  const { profile } = link;
  const endpoint = submissionEndpoint(request.form);
  let post: Omit<HttpRequest, 'totalMs'>;
  try {
    const header = credentialHeader(
      profile.endpoints[endpoint].credential,
      request.clientKey,
      profile,
    );
    post = await buildPost(
      link.pathOf(endpoint),
      header,
      buildSubmissionBody(request, profile),
      profile,
    );
  } catch (error) {
    return { kind: 'not_delivered', error: toCallError(error), raw: null, retryAfterMs: null };
  }
  try {
    const result = await link.post(endpoint, post, profile.timeouts.submissionTotalMs);
    return toSendOutcome(result, {
      profile,
      redactor: createRedactor([request.clientKey, request.certificateKey]),
      now: link.now(),
      onBrokenLedgerResponse: () => link.log.warn('service.ledgerResponseNotDecoded', { endpoint }),
    });
  } catch (error) {
    // A fault of our own after the request may have left: never a reason to call it undelivered.
    return { kind: 'unknown', error: toCallError(error), raw: null };
  }
}

async function uploadAuthorization(
  link: Link,
  upload: AuthorizationUpload,
): Promise<UploadOutcome> {
  const { profile } = link;
  const endpoint = authorizationEndpoint(profile);
  let post: Omit<HttpRequest, 'totalMs'>;
  try {
    const header = credentialHeader(
      profile.endpoints[endpoint].credential,
      upload.clientKey,
      profile,
    );
    post = await buildAuthorizationPost(link.pathOf(endpoint), header, upload, profile);
  } catch (error) {
    return { kind: 'not_delivered', error: toCallError(error) };
  }
  try {
    const result = await link.post(endpoint, post, profile.timeouts.submissionTotalMs);
    return toUploadOutcome(result, profile, createRedactor([upload.clientKey]));
  } catch (error) {
    return { kind: 'unknown', error: toCallError(error), raw: null };
  }
}
