import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { ZubiError } from '../../contract/errors.ts';
import type { Clock, Log } from '../platform/ports.ts';
import type { Secret } from '../platform/secrets/secret.ts';
import { UnderWay } from '../platform/under-way.ts';
import { parseServiceAddress } from './address.ts';
import { createTrust } from './certificates.ts';
import type { CallAnswer, RawAnswer } from './client-port.ts';
import type { HttpSettings } from './connector.ts';
import { exchange, type HttpRequest, type HttpResult } from './http.ts';
import type { ServiceProfile } from './profile.ts';
import type { ProxySettings } from './proxy.ts';
import { cleanResult, createRedactor, type Redactor } from './redaction.ts';
import { isSuccess, toRefusal } from './refusal-error.ts';
import { denialsIn, isRefused } from './refusals.ts';
import { credentialHeader, extraHeaders } from './requests.ts';
import { byItsClock, type Pace, parseRetryAfter, retryReading } from './retry.ts';

/** How the client reaches the network. */
export interface ServiceTransport extends ProxySettings {
  /** Certificate (PEM) of a trusted authority beside the machine's. */
  readonly extraCa?: string;
}

/** The parts of a client. */
export interface ServiceClientOptions {
  readonly baseUrl: string;
  readonly profile: ServiceProfile;
  readonly transport: ServiceTransport;
  readonly log: Log;
  readonly clock?: Clock;
  /** Waits and jitter between the attempts of a reading; real unless a test replaces them. */
  readonly pace?: Pace;
  /** Receives each whole answer to a call that is no submission. Never rejects. */
  readonly keep?: (answer: CallAnswer) => Promise<void>;
}

const realPace: Pace = {
  now: () => performance.now(),
  random: Math.random,
  sleep: (ms) => sleep(ms),
};

type ProfileEndpoint = keyof ServiceProfile['endpoints'];

/** What the calls of one client share. */
export type Link = ReturnType<typeof createLink>;

export function createLink(options: ServiceClientOptions) {
  const { profile, transport, log, keep = async () => undefined } = options;
  const address = parseServiceAddress(options.baseUrl);
  const now = options.clock ?? (() => new Date());
  const limit = pLimit(profile.concurrency);
  const underWay = new UnderWay();
  const http: HttpSettings = {
    address,
    proxy: transport,
    trust: createTrust(transport.extraCa),
    timeouts: profile.timeouts,
    maxAnswerBytes: profile.limits.maxAnswerBytes,
  };
  let closed = false;

  /** `id`: of the company, or of the submission asked about. */
  const pathOf = (endpoint: ProfileEndpoint, id = '') =>
    address.basePath +
    (profile.endpoints[endpoint]?.path ?? '').replaceAll(/{(?:clientCompany|identifier)}/g, () =>
      encodeURIComponent(id),
    );

  /** The answer as it came: nothing of it may be kept, logged or thrown. */
  const onceUncleaned = (endpoint: ProfileEndpoint, request: HttpRequest, totalMs: number) => {
    const work = limit(async () => {
      if (closed) return notOpen();
      const result = byItsClock(await exchange(request, http, totalMs));
      logResult(log, endpoint, result);
      return result;
    });
    return underWay.add(work);
  };

  /** The answer without the keys of its request. */
  const once = async (
    endpoint: ProfileEndpoint,
    request: HttpRequest,
    { totalMs, redactor }: { readonly totalMs: number; readonly redactor: Redactor },
  ) => cleanResult(await onceUncleaned(endpoint, request, totalMs), redactor);

  const read = async (endpoint: 'territories' | 'license', key: Secret): Promise<RawAnswer> => {
    const header = credentialHeader('user', key, profile);
    const headers = { ...extraHeaders(profile), ...header, accept: 'application/json' };
    const redactor = createRedactor([key]);
    const retryAfterMs = ({ retryAfter }: HttpResult) => parseRetryAfter(retryAfter, now());
    const request = { method: 'GET', path: pathOf(endpoint), headers, body: null } as const;
    const result = await retryReading(
      (totalMs) => once(endpoint, request, { totalMs, redactor }),
      { totalMs: profile.timeouts.otherTotalMs, retryAfterMs },
      options.pace ?? realPace,
    );
    if (result.kind === 'answered') await keep({ call: endpoint, taxId: '', raw: result.raw });
    return expectReading(result, profile, redactor);
  };

  return {
    profile,
    now,
    pathOf,
    keep,
    read,
    once,
    onceUncleaned,
    async close(): Promise<void> {
      closed = true;
      await underWay.idle();
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
function logResult(log: Log, endpoint: string, result: HttpResult): void {
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

/** Throws the answer's refusal or the exchange's failure. */
export function expectSuccess(
  result: HttpResult,
  profile: ServiceProfile,
  redactor: Redactor,
): RawAnswer {
  const { raw } = result;
  if (raw !== null && (!isSuccess(raw.status) || isRefused(raw, profile))) {
    const { code, details } = toRefusal(raw, profile, redactor);
    throw new ZubiError({ code, details });
  }
  if (result.kind === 'failed') throw new ZubiError(result.error);
  return result.raw;
}

/** As `expectSuccess`, for a reading: an answer that denies itself is a refusal. */
export function expectReading(
  result: HttpResult,
  profile: ServiceProfile,
  redactor: Redactor,
): RawAnswer {
  const raw = expectSuccess(result, profile, redactor);
  if (denialsIn(raw, profile).length === 0) return raw;
  throw new ZubiError(toRefusal(raw, profile, redactor));
}
