import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { Readable } from 'node:stream';
import type { SecureContext } from 'node:tls';
import { Client, DecoratorHandler, type Dispatcher } from 'undici';
import { type CallError, ZubiError } from '../../contract/errors.ts';
import type { RawAnswer } from '../ports.ts';
import type { ServiceAddress } from './address.ts';
import { toExchangeError } from './connection-errors.ts';
import { openConnection } from './connector.ts';
import type { PiecedBody } from './pieced-body.ts';
import { findRoutes, type ProxySettings } from './proxy.ts';

/** One request, as it goes over the wire. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  /** Path below the host, percent-encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | PiecedBody | null;
  /** For the whole exchange. */
  readonly totalMs: number;
}

/** How one request ended: with a whole answer, or with what is known of the failure. */
export type HttpResult =
  | { readonly kind: 'answered'; readonly raw: RawAnswer; readonly retryAfter: string | null }
  | {
      readonly kind: 'failed';
      /** Whether any byte of the request may have left. */
      readonly sent: boolean;
      readonly error: CallError;
      /** The part of an answer that came, when its status came. */
      readonly raw: RawAnswer | null;
      readonly retryAfter: string | null;
    };

export interface HttpOptions {
  readonly address: ServiceAddress;
  readonly proxy: ProxySettings;
  readonly trust: () => SecureContext;
  readonly timeouts: { readonly connectMs: number; readonly headersMs: number; readonly bodyMs: number };
  readonly maxAnswerBytes: number;
}

/** What is kept of an answer that was too large: enough to see what it was. */
const keptOfOversizedBytes = 65_536;

/** An answer while it arrives. */
interface Arrival {
  sent: boolean;
  head: {
    readonly status: number;
    readonly contentType: string | null;
    readonly retryAfter: string | null;
  } | null;
  readonly chunks: Uint8Array[];
}

/**
 * The one place that speaks HTTP. Every request gets a connection of its own: a POST never meets a kept-alive socket that died meanwhile, and it cannot
 * be sent twice, because a second connection for the same request is refused. Redirects are not followed, nothing is tried again, and it does not throw.
 */
export async function exchange(request: HttpRequest, options: HttpOptions): Promise<HttpResult> {
  const startedAt = performance.now();
  const arrival: Arrival = { sent: false, head: null, chunks: [] };
  const signal = AbortSignal.timeout(Math.ceil(request.totalMs));
  const client = createClient(options, signal);
  const abort = (): void => void client.destroy(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  let failure: ZubiError | null = null;
  try {
    await receive(client, request, arrival);
  } catch (error) {
    const details = { host: options.address.origin };
    failure = toExchangeError(
      signal.aborted && !(error instanceof ZubiError) ? signal.reason : error,
      details,
    );
  } finally {
    signal.removeEventListener('abort', abort);
    void client.destroy();
  }
  return conclude(arrival, failure, Math.round(performance.now() - startedAt));
}

function createClient(options: HttpOptions, signal: AbortSignal): Client {
  let used = false;
  const open = async (): Promise<Socket> => {
    if (used) throw new ZubiError('connection_lost', { host: options.address.origin, reason: 'closed' });
    used = true;
    const routes = await findRoutes(options.address, options.proxy);
    const { trust } = options;
    return openConnection(options.address, routes, { trust, signal, connectMs: options.timeouts.connectMs });
  };
  return new Client(options.address.origin, {
    allowH2: false,
    pipelining: 1,
    headersTimeout: options.timeouts.headersMs,
    bodyTimeout: options.timeouts.bodyMs,
    maxResponseSize: options.maxAnswerBytes,
    connect: (_options, callback) => {
      open().then(
        (socket) => callback(null, socket),
        (error: unknown) => callback(error as Error, null),
      );
    },
  });
}

/** Tells when a request is handed to the socket: from then on bytes of it may have left. */
class SentWitness extends DecoratorHandler implements Dispatcher.DispatchHandler {
  readonly #inner: Dispatcher.DispatchHandler;
  readonly #note: () => void;

  constructor(inner: Dispatcher.DispatchHandler, note: () => void) {
    super(inner);
    this.#inner = inner;
    this.#note = note;
  }

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    this.#note();
    this.#inner.onRequestStart?.(controller, context);
  }
}

async function receive(client: Client, request: HttpRequest, arrival: Arrival): Promise<void> {
  const watched = client.compose((dispatch) => (options, handler) => {
    const note = (): void => {
      arrival.sent = true;
    };
    return dispatch(options, new SentWitness(handler, note));
  });
  const { method, path, headers } = request;
  const answer = await watched.request({
    ...{ method, path, reset: true },
    headers: { ...headers, ...lengthOf(request.body), 'accept-encoding': 'identity' },
    body: toStream(request.body),
  });
  arrival.head = {
    status: answer.statusCode,
    contentType: first(answer.headers['content-type'])?.slice(0, 200) ?? null,
    retryAfter: first(answer.headers['retry-after'])?.slice(0, 100) ?? null,
  };
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
    arrival.chunks.push(chunk);
  }
  const encoding = first(answer.headers['content-encoding'])?.toLowerCase() ?? 'identity';
  if (encoding !== 'identity') throw new ZubiError('answer_not_understood', { reason: 'content_encoding' });
}

/** A body whose pieces come one by one does not tell its length by itself; undici holds it to what the header says. */
function lengthOf(body: HttpRequest['body']): Record<string, string> {
  return body === null || body instanceof Uint8Array ? {} : { 'content-length': String(body.sizeBytes) };
}

/** undici asks for the next piece when the last one has left the socket's buffer: that is what lets a body reuse its own. */
function toStream(body: HttpRequest['body']): Uint8Array | Readable | null {
  if (body === null || body instanceof Uint8Array) return body;
  // undici's types know no iterable, its code does.
  return body.pieces() as unknown as Readable;
}

function first(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

function conclude(arrival: Arrival, failure: ZubiError | null, latencyMs: number): HttpResult {
  const { head } = arrival;
  const retryAfter = head?.retryAfter ?? null;
  const whole = Buffer.concat(arrival.chunks);
  const oversized = failure?.code === 'answer_too_large';
  const body = oversized ? Buffer.from(whole.subarray(0, keptOfOversizedBytes)) : whole;
  const raw = head && { status: head.status, contentType: head.contentType, body, latencyMs };
  if (failure === null && raw !== null) return { kind: 'answered', raw, retryAfter };
  const { code, details } = failure ?? new ZubiError('connection_lost', {});
  return { kind: 'failed', sent: arrival.sent, error: { code, details }, raw, retryAfter };
}
