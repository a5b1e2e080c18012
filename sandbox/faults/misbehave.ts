import { type EventEmitter, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Answer } from '../http/answer.ts';
import type { Fault } from './fault.ts';

/** The exchange of a fault. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Processes the request normally. */
  readonly answer: () => Promise<Answer>;
  readonly send: (response: ServerResponse, answer: Answer) => void;
}

const dripMs = 1000;
const fillerBytes = 1 << 20;

/** Serves one request with a fault. Returns when the answer is out or the client has gone. */
export async function misbehave(fault: Fault, exchange: Exchange): Promise<void> {
  const { request, response, answer, send } = exchange;
  switch (fault.kind) {
    case 'drop_before':
      await drain(request);
      request.socket.destroy();
      return;
    case 'drop_after':
      await answer();
      request.socket.destroy();
      return;
    case 'status':
      await drain(request);
      send(response, statusAnswer(fault.status, fault.retryAfter));
      return;
    case 'delay': {
      const result = await answer();
      await waitUnlessGone(fault.ms, response);
      send(response, result);
      return;
    }
    case 'broken_json': {
      const text = JSON.stringify((await answer()).body);
      writeHead(response, 200);
      response.end(text.slice(0, Math.ceil(text.length / 2)));
      return;
    }
    case 'slow_body':
      return drip(response, await answer());
    case 'huge_body':
      return pour(response, await answer());
  }
}

function statusAnswer(status: number, retryAfter: number | string | undefined): Answer {
  return {
    status,
    body: { message: `Fallo solicitado: estado ${status}.` },
    headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  };
}

/** Reads the whole body, so that the client is waiting for the answer when the fault strikes. */
async function drain(request: IncomingMessage): Promise<void> {
  request.resume();
  if (!request.complete) await firstOf(request, ['end', 'close']);
}

async function waitUnlessGone(ms: number, response: ServerResponse): Promise<void> {
  if (response.destroyed) return;
  const gone = new AbortController();
  const stop = () => gone.abort();
  response.once('close', stop);
  await wait(ms, undefined, { signal: gone.signal }).catch(() => undefined);
  response.off('close', stop);
}

function writeHead(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
}

/** The answer itself, a byte a second: a client that waits long enough gets it. */
async function drip(response: ServerResponse, answer: Answer): Promise<void> {
  writeHead(response, answer.status);
  response.flushHeaders();
  const bytes = Buffer.from(JSON.stringify(answer.body));
  for (let i = 0; i < bytes.length && !response.destroyed; i += 1) {
    response.write(bytes.subarray(i, i + 1));
    await waitUnlessGone(dripMs, response);
  }
  response.end();
}

/**
 * Repeats white space while somebody reads; memory stays at one filler because each write waits for
 * the last.
 */
async function pour(response: ServerResponse, answer: Answer): Promise<void> {
  writeHead(response, answer.status);
  const filler = Buffer.alloc(fillerBytes, ' ');
  while (!response.destroyed) {
    if (!response.write(filler)) await firstOf(response, ['drain', 'close']);
  }
}

/**
 * Waits for the first of several events and leaves no listener behind. An error is an end: the
 * client has gone.
 */
async function firstOf(emitter: EventEmitter, events: readonly string[]): Promise<void> {
  const done = new AbortController();
  const waits = events.map((event) => once(emitter, event, { signal: done.signal }));
  await Promise.race(waits).catch(() => undefined);
  done.abort();
}
