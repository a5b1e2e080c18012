import { performance } from 'node:perf_hooks';
import type { Readable } from 'node:stream';
import type { Client, Dispatcher } from 'undici';
import { type CallError, ZubiError } from '../../contract/errors.ts';
import type { RawAnswer } from './client-port.ts';
import { createClientForOne } from './connection.ts';
import { toExchangeError } from './connection-errors.ts';
import type { HttpSettings } from './connector.ts';
import { decodeBroken, decodeContent } from './content-encoding.ts';

/** One request, as it goes over the wire. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  /** Path below the host, percent-encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
  /** Receives the sent share of a large body, from 0 to 1. */
  readonly onSent?: (share: number) => void;
}

/** The end of one request: a whole answer, or what is known of the failure. */
export type HttpResult = {
  readonly retryAfter: string | null;
  /** The service's clock. */
  readonly date?: string | undefined;
} & (
  | { readonly kind: 'answered'; readonly raw: RawAnswer }
  | {
      readonly kind: 'failed';
      /** Whether any byte of the request may have left. */
      readonly sent: boolean;
      readonly error: CallError;
      /** The received part of an answer, once its status came. */
      readonly raw: RawAnswer | null;
    }
);

/** What is kept of an answer that was too large: enough to recognise it. */
export const keptOfOversizedBytes = 65_536;

/** An answer while it arrives. */
interface Arrival {
  sent: boolean;
  head: {
    readonly status: number;
    readonly contentType: string | null;
    readonly retryAfter: string | null;
    readonly date: string | undefined;
  } | null;
  encoding: string;
  chunks: Uint8Array[];
}

/**
 * The only code that speaks HTTP. A POST cannot be sent twice: a connection carries one request and
 * never reconnects, redirects are not followed, and nothing is repeated. It takes at most `totalMs`
 * and does not throw.
 */
export async function exchange(
  request: HttpRequest,
  settings: HttpSettings,
  totalMs: number,
): Promise<HttpResult> {
  const startedAt = performance.now();
  const { address, maxAnswerBytes } = settings;
  const signal = AbortSignal.timeout(Math.ceil(totalMs));
  const client = createClientForOne(settings, signal);
  const arrival: Arrival = { sent: false, head: null, encoding: 'identity', chunks: [] };
  const abort = (): void => void client.destroy(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  let failure: ZubiError | null = null;
  try {
    await receive(client, request, arrival);
    arrival.chunks = await decodeContent(arrival.chunks, arrival.encoding, maxAnswerBytes);
  } catch (error) {
    const cause = signal.aborted && !(error instanceof ZubiError) ? signal.reason : error;
    failure = toExchangeError(cause, { host: address.origin });
    arrival.chunks = await decodeBroken(arrival.chunks, arrival.encoding, maxAnswerBytes);
  } finally {
    signal.removeEventListener('abort', abort);
    void client.destroy();
  }
  return conclude(arrival, failure, Math.round(performance.now() - startedAt));
}

/** A content encoding is not asked for, but some services always have one. */
async function receive(client: Client, request: HttpRequest, arrival: Arrival): Promise<void> {
  const { method, path } = request;
  const { headers, body } = toSend(request);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart() {
      // Handed to the socket: from here on bytes may have left.
      arrival.sent = true;
    },
    onResponseStart(_controller, status, answered) {
      if (status < 200) return;
      const contentType = contentTypeOf(answered);
      const retryAfter = first(answered['retry-after'])?.slice(0, 100) ?? null;
      arrival.encoding = encodingOf(answered['content-encoding']);
      arrival.head = { status, contentType, retryAfter, date: first(answered.date) };
    },
    onResponseData(_controller, chunk) {
      arrival.chunks.push(chunk);
    },
    onResponseEnd: () => resolve(),
    onResponseError: (_controller, error) => reject(error),
  };
  const plain = { ...headers, 'accept-encoding': 'identity' };
  client.dispatch({ method, path, headers: plain, body, reset: true }, handler);
  await promise;
}

/** Bytes handed to the socket at once: few waits, and still steps of progress on a slow line. */
const pieceBytes = 1024 * 1024;

/** The body with its headers; a large one in pieces where its sending is watched. */
function toSend({ headers, body, onSent }: HttpRequest) {
  if (body === null || onSent === undefined || body.byteLength <= pieceBytes)
    return { headers, body };
  const length = { 'content-length': String(body.byteLength) };
  // undici's types do not accept an iterable, its code does.
  const pieces = watch(body, onSent) as unknown as Readable;
  return { headers: { ...headers, ...length }, body: pieces };
}

/** undici asks for the next piece when the socket's buffer is empty. */
function* watch(body: Uint8Array, onSent: (share: number) => void): Iterable<Uint8Array> {
  for (let end = pieceBytes; ; end += pieceBytes) {
    yield body.subarray(end - pieceBytes, end);
    onSent(Math.min(1, end / body.byteLength));
    if (end >= body.byteLength) return;
  }
}

/** The ledger's own result and code, which some services pass on as they came. */
const ledgerHeaders = ['eus-bizkaia-n3-tipo-respuesta', 'eus-bizkaia-n3-codigo-respuesta'];

/** The content type, with the ledger's headers as its parameters: all are kept with the answer. */
function contentTypeOf(answered: Readonly<Record<string, string | string[] | undefined>>) {
  const type = first(answered['content-type'])?.slice(0, 200);
  const said = ledgerHeaders.flatMap((name) => {
    const value = first(answered[name])?.replaceAll('"', '').slice(0, 100);
    return value ? [`${name}="${value}"`] : [];
  });
  return type === undefined && said.length === 0 ? null : [type ?? '', ...said].join('; ');
}

/** The names in a content encoding that encode something; `identity` without one. */
function encodingOf(header: string | string[] | undefined): string {
  const names = String(header ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase());
  return names.filter((name) => name !== '' && name !== 'identity').join() || 'identity';
}

function first(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

function conclude(arrival: Arrival, failure: ZubiError | null, latencyMs: number): HttpResult {
  const { head } = arrival;
  const { retryAfter = null, date } = head ?? {};
  const whole = Buffer.concat(arrival.chunks);
  const oversized = failure?.code === 'answer_too_large';
  // A key that lies across the later cut is still whole here, so that it is found.
  const body = oversized ? Buffer.from(whole.subarray(0, 2 * keptOfOversizedBytes)) : whole;
  const raw = head && { status: head.status, contentType: head.contentType, body, latencyMs };
  if (failure === null && raw !== null) return { kind: 'answered', raw, retryAfter, date };
  const { code, details } = failure ?? new ZubiError('connection_lost', {});
  return { kind: 'failed', sent: arrival.sent, error: { code, details }, raw, retryAfter, date };
}
