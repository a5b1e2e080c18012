import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Fault, FaultTarget } from '../faults/fault.ts';
import { misbehave } from '../faults/misbehave.ts';
import { type Answer, Refusal, toAnswer } from './answer.ts';
import { ClientGone } from './body.ts';
import { requireLoopback } from './loopback.ts';
import { findRoute, type Route } from './router.ts';

/** The listener's parts. */
interface ListenerOptions {
  readonly routes: readonly Route[];
  /** The fault for the arriving request, taken from the queue; null when none waits. */
  readonly takeFault: (target: FaultTarget) => Fault | null;
  /**
   * Called for unexpected errors. The error may quote a request: it goes to a person's screen,
   * never into an answer.
   */
  readonly onFailure: (error: unknown) => void;
}

/** A listening HTTP server on 127.0.0.1. */
export interface Listener {
  readonly baseUrl: string;
  /** Ends every connection and waits for the requests in work. */
  close(): Promise<void>;
}

/** Serves the routes on 127.0.0.1; port 0 takes a free one. Rejects when the port is taken. */
export async function listen(options: ListenerOptions, port: number): Promise<Listener> {
  const atWork = new Set<Promise<void>>();
  // An idle connection is kept longer than any client keeps one, so that no request meets one that
  // is closing.
  const limits = { headersTimeout: 10_000, requestTimeout: 60_000, keepAliveTimeout: 75_000 };
  const server = createServer(limits, (request, response) => {
    // A connection that breaks during a write is the client's matter.
    response.on('error', () => undefined);
    const work = serve(options, request, response).finally(() => atWork.delete(work));
    atWork.add(work);
  });
  server.maxConnections = 1000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const bound = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${bound.port}`, close: () => close(server, atWork) };
}

async function close(server: Server, atWork: ReadonlySet<Promise<void>>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await Promise.all(atWork);
  await closed;
}

async function serve(
  options: ListenerOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    if (path.startsWith('/sandbox/')) requireLoopback(request);
    const { route, parameter } = findRoute(options.routes, request.method ?? '', path);
    const fault = route.faults === undefined ? null : options.takeFault(route.faults);
    const answer = () =>
      answerOf(options, async () => await route.answer({ message: request, parameter }));
    if (fault === null) send(response, await answer());
    else await misbehave(fault, { request, response, answer, send });
  } catch (error) {
    // Routing throws refusals; nothing else comes here.
    if (!(error instanceof ClientGone)) send(response, describe(options, error));
  }
}

async function answerOf(options: ListenerOptions, run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ClientGone) throw error;
    return describe(options, error);
  }
}

function describe(options: ListenerOptions, error: unknown): Answer {
  if (error instanceof Refusal) return toAnswer(error);
  options.onFailure(error);
  return { status: 500, body: { message: 'Error interno del servicio.' } };
}

function send(response: ServerResponse, answer: Answer): void {
  const { type, bytes } = answer.content ?? {
    type: 'application/json; charset=utf-8',
    bytes: Buffer.from(JSON.stringify(answer.body)),
  };
  response.writeHead(answer.status, {
    'content-type': type,
    'content-length': bytes.byteLength,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...answer.headers,
  });
  response.end(bytes);
}
