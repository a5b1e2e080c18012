import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describeError } from '../../platform/log/describe-error.ts';
import type { Log } from '../../platform/ports.ts';
import { resolveWindowFile } from '../window-files.ts';
import { answerClientError, endUnread, limitTime, sendFailure } from './answers.ts';
import {
  type Refusal,
  refuseContentType,
  refuseForeignPage,
  refuseForeignReader,
  refuseHost,
} from './gate.ts';
import { createEndpoints, type Endpoint, type ServedApp } from './routes.ts';
import { createSessions, type Sessions } from './sessions.ts';

/** Limits of a connection. */
export const browserLimits = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 60_000,
  connections: 50,
  headerBytes: 16 * 1024,
  /** Interval of the check for slow connections. */
  checkEveryMs: 1000,
} as const;

export interface BrowserHostOptions {
  readonly app: ServedApp;
  /** 0 takes a free one. */
  readonly port: number;
  /** Absolute path of the built window. */
  readonly rendererFolder: string;
  /** Opens the address for the person; null when the person does it. */
  readonly open: ((url: string) => void) | null;
  readonly log: Log;
  /** Monotonic milliseconds, independent of the system's clock. */
  readonly nowMs?: () => number;
  /**
   * Receives a new address when someone on this machine used an expired code: after a restart, or a
   * minute late.
   */
  readonly onNewAddress?: (url: string) => void;
  readonly limits?: Partial<Record<keyof typeof browserLimits, number>>;
}

/** The running host. */
export interface BrowserHost {
  /**
   * With a one-time code in the fragment, which never leaves the browser: valid for one minute and
   * one window.
   */
  readonly url: string;
  readonly port: number;
  /** Another address like `url`, with a code of its own. */
  freshAddress(): string;
  close(): Promise<void>;
}

/**
 * Serves the window and its interface on 127.0.0.1. Throws errors of listening, e.g. EADDRINUSE.
 */
export async function serveBrowser(options: BrowserHostOptions): Promise<BrowserHost> {
  const { app, log, rendererFolder } = options;
  const sessions = createSessions(options.nowMs ?? (() => performance.now()));
  let port = 0;
  const freshAddress = () => `http://127.0.0.1:${port}/#code=${sessions.issueCode()}`;
  const onRefusedCode = () => options.onNewAddress?.(freshAddress());
  const endpoints = createEndpoints({ app, sessions, onRefusedCode });
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '' } = request;
    const endpoint = endpoints.get(url.split('?', 1)[0] ?? '');
    const refusal =
      refuseHost(request, port) ?? (endpoint && refuseEndpoint(request, endpoint, sessions));
    if (refusal) {
      log.warn('browser_refused', { ...refusal });
      endUnread(request, response);
      return sendFailure(response, refusal.status, 'not_allowed', { reason: refusal.reason });
    }
    if (endpoint) return endpoint.run(request, response);
    const file = await resolveWindowFile(rendererFolder, method, url);
    endUnread(request, response);
    response.writeHead(file.status, { ...file.headers });
    response.end(file.body ?? undefined);
  };
  const server = createLimitedServer(options.limits ?? {}, (request, response) => {
    handle(request, response).catch((error: unknown) => {
      log.error('browser_request_failed', describeError(error));
      if (response.headersSent) response.destroy();
      else sendFailure(response, 500, 'internal');
    });
  });
  port = await listen(server, options.port);
  log.info('browser_listening', { port });
  const url = freshAddress();
  options.open?.(url);
  return { url, port, freshAddress, close: () => closeServer(server) };
}

function createLimitedServer(
  given: NonNullable<BrowserHostOptions['limits']>,
  listener: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const limits = { ...browserLimits, ...given };
  const take = (request: IncomingMessage, response: ServerResponse) => {
    limitTime(request, response, limits.requestTimeoutMs);
    listener(request, response);
  };
  const server = createServer(
    {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: 0,
      connectionsCheckingInterval: limits.checkEveryMs,
      maxHeaderSize: limits.headerBytes,
      // A missing Host is refused here, like a wrong one.
      requireHostHeader: false,
    },
    take,
  );
  // Node would answer an unknown expectation itself, whoever asks.
  server.on('checkExpectation', take);
  server.maxConnections = limits.connections;
  server.on('clientError', answerClientError);
  return server;
}

/** Why a request for an endpoint is refused, cheapest and clearest reason first. */
function refuseEndpoint(
  request: IncomingMessage,
  endpoint: Endpoint,
  sessions: Sessions,
): Refusal | null {
  if (request.method !== endpoint.method) return { status: 405, reason: 'method' };
  const page =
    endpoint.method === 'GET' ? refuseForeignReader(request) : refuseForeignPage(request);
  if (page !== null) return page;
  const type =
    endpoint.contentType === null ? null : refuseContentType(request, endpoint.contentType);
  if (type !== null) return type;
  const token = request.headers['x-zubi-token'];
  if (!endpoint.needsToken || (typeof token === 'string' && sessions.isValid(token))) return null;
  return { status: 401, reason: 'token' };
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen({ port, host: '127.0.0.1', exclusive: true });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
