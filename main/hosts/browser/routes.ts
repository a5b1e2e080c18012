import { rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import pLimit from 'p-limit';
import { usualMaxFileBytes } from '../../../contract/choices.ts';
import { isMethodName, methods } from '../../../contract/methods.ts';
import { settingsSchema } from '../../../contract/settings.ts';
import type { App } from '../../app-options.ts';
import { shownName } from '../../platform/files/incoming.ts';
import { endUnread, sendFailure, sendJson } from './answers.ts';
import { parseObject, readBody, readFile } from './bodies.ts';
import { streamEvents } from './event-stream.ts';
import { createRunOnce, isRequestId, type RunOnce } from './repeated-requests.ts';
import type { Sessions } from './sessions.ts';

/** The part of the application that this host uses. */
export type ServedApp = Pick<App, 'call' | 'subscribe' | 'takeFile' | 'stageArchive'>;

/** Largest body of a call: a list of 5,000 file ids takes a third of it. */
export const maxCallBytes = 1024 * 1024;
const maxSessionBytes = 1024;
/**
 * How much larger than a document an upload may be, so that the core itself reports "too large".
 */
const uploadMarginBytes = 64 * 1024;
const uploadsAtOnce = 4;
const maxStreams = 4;

/** Handles a request that the gate has accepted. */
type Route = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** What a path asks of a request, and the route that handles it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST';
  readonly contentType: string | null;
  readonly needsToken: boolean;
  readonly run: Route;
}

interface RouteOptions {
  readonly app: ServedApp;
  readonly sessions: Sessions;
  /** Called when someone on this machine used an expired or unknown code. */
  readonly onRefusedCode: () => void;
}

/** The five routes of the host's interface, by their paths. */
export function createEndpoints(options: RouteOptions): ReadonlyMap<string, Endpoint> {
  const { app, sessions } = options;
  const post = (run: Route, needsToken: boolean, contentType = 'application/json'): Endpoint => ({
    method: 'POST',
    contentType,
    needsToken,
    run,
  });
  const events = { method: 'GET', contentType: null, needsToken: true } as const;
  return new Map([
    ['/api/session', post(createSessionRoute(options), false)],
    ['/api/proof', post(createProofRoute(sessions), false)],
    ['/api/call', post(createCallRoute(app), true)],
    ['/api/files', post(createFilesRoute(app), true, 'application/octet-stream')],
    ['/api/events', { ...events, run: createEventsRoute(options) }],
  ]);
}

/**
 * A browser opens six connections to one address, for all its tabs together: beyond `maxStreams`
 * the oldest stream ends, so that none waits for ever. Its tab asks again when it is looked at.
 */
function createEventsRoute({ app, sessions }: RouteOptions): Route {
  const ends = new Set<() => void>();
  return async (request, response) => {
    const token = String(request.headers['x-zubi-token'] ?? '');
    const end = streamEvents(response, app, () => sessions.isLiving(token));
    ends.add(end);
    response.on('close', () => ends.delete(end));
    const [oldest] = ends;
    if (ends.size <= maxStreams || oldest === undefined) return;
    ends.delete(oldest);
    oldest();
  };
}

/** Reads the body as a JSON object, or answers the reason and returns null. */
async function takeObject(request: IncomingMessage, response: ServerResponse, limitBytes: number) {
  const body = await readBody(request, limitBytes);
  if (body.kind === 'broken') return null;
  if (body.kind === 'too_large') {
    endUnread(request, response);
    sendFailure(response, 413, 'too_large', { limitBytes });
    return null;
  }
  const object = parseObject(body.bytes);
  if (object === null) sendFailure(response, 400, 'invalid_input', { reason: 'json' });
  return object === null ? null : { object, bytes: body.bytes };
}

function createSessionRoute({ sessions, onRefusedCode }: RouteOptions): Route {
  return async (request, response) => {
    const taken = await takeObject(request, response, maxSessionBytes);
    if (taken === null) return;
    const { code } = taken.object;
    const redemption = sessions.redeem(typeof code === 'string' ? code : '');
    if (redemption.kind === 'token') {
      sendJson(response, 200, { token: redemption.token });
      return;
    }
    sendFailure(response, redemption.kind === 'locked' ? 429 : 403, 'not_allowed', {
      reason: redemption.kind,
    });
    // While the exchange is locked a new code would not help.
    if (redemption.kind === 'refused') onRefusedCode();
  };
}

/**
 * Answers a window that checks whether this is the server of its session, before it sends anything
 * else: `{session, nonce}` -> `{proof}` (see `Sessions.prove`).
 */
function createProofRoute(sessions: Sessions): Route {
  return async (request, response) => {
    const taken = await takeObject(request, response, maxSessionBytes);
    if (taken === null) return;
    const { session, nonce } = taken.object;
    const isAsked = typeof session === 'string' && typeof nonce === 'string';
    const proof = isAsked ? sessions.prove(session, nonce) : null;
    if (proof === null) sendFailure(response, 401, 'not_allowed', { reason: 'token' });
    else sendJson(response, 200, { proof });
  };
}

function createCallRoute(app: ServedApp): Route {
  const runOnce = createRunOnce();
  return async (request, response) => {
    const taken = await takeObject(request, response, maxCallBytes);
    if (taken === null) return;
    const { method, input, requestId } = taken.object;
    if (typeof method !== 'string' || !isMethodName(method)) {
      const shown = typeof method === 'string' ? method.slice(0, 100) : '';
      sendFailure(response, 200, 'unknown_method', { method: shown });
      return;
    }
    if (methods[method].kind === 'query') {
      sendJson(response, 200, await app.call(method, input));
      return;
    }
    if (!isRequestId(requestId)) {
      sendFailure(response, 200, 'invalid_input', { fields: ['requestId'] });
      return;
    }
    sendJson(response, 200, await runOnce(requestId, taken.bytes, () => app.call(method, input)));
  };
}

function createFilesRoute(app: ServedApp): Route {
  const runOnce = createRunOnce();
  const inTurn = pLimit(uploadsAtOnce);
  return async (request, response) => {
    const name = readName(request);
    const requestId = request.headers['x-zubi-request'];
    if (name === null || !isRequestId(requestId)) {
      endUnread(request, response);
      const fields = [name === null ? 'name' : 'requestId'];
      sendFailure(response, 400, 'invalid_input', { fields });
      return;
    }
    const limitBytes = (await readMaxFileBytes(app)) + uploadMarginBytes;
    await inTurn(async () => {
      const body = await readFile(request, limitBytes);
      if (body.kind === 'broken') return;
      if (body.kind === 'too_large') {
        endUnread(request, response);
        sendFailure(response, 413, 'too_large', { limitBytes, file: name });
        return;
      }
      if (body.kind === 'archive') {
        await takeArchive({ app, request, response, runOnce, requestId, name }, body.pieces);
        return;
      }
      const { bytes } = body;
      sendJson(response, 200, await runOnce(requestId, bytes, () => app.takeFile({ name, bytes })));
    });
  };
}

interface ArchiveExchange {
  readonly app: ServedApp;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly runOnce: RunOnce;
  readonly requestId: string;
  readonly name: string;
}

/**
 * An archive may be larger than a document: it goes to the disk as it comes. A repeated or unwanted
 * one is removed.
 */
async function takeArchive(
  exchange: ArchiveExchange,
  pieces: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { app, request, response, runOnce, requestId, name } = exchange;
  const held = await app.stageArchive(pieces);
  if (!held.ok) {
    // A client that has left gets no answer.
    if (request.destroyed) return;
    endUnread(request, response);
    sendJson(response, held.error.code === 'too_large' ? 413 : 200, held);
    return;
  }
  const { path, sha256 } = held.value;
  let isTaken = false;
  const reply = await runOnce(requestId, sha256, () => {
    isTaken = true;
    return app.takeFile({ name, path });
  });
  if (!isTaken || !reply.ok) await rm(path, { force: true });
  sendJson(response, 200, reply);
}

/** The sender's name of the file, without folders; null for a missing or invalid one. */
function readName(request: IncomingMessage): string | null {
  const header = request.headers['x-zubi-name'];
  if (typeof header !== 'string') return null;
  try {
    const name = decodeURIComponent(header).split(/[\\/]/).at(-1) ?? '';
    const printable = [...name].every((sign) => sign >= ' ' && sign !== '\u007f');
    return printable && name !== '' && name.length <= 255 ? shownName(name) : null;
  } catch {
    return null;
  }
}

async function readMaxFileBytes(app: ServedApp): Promise<number> {
  const reply = await app.call('settings.get', {});
  const settings = settingsSchema.safeParse(reply.ok ? reply.value : {});
  return settings.success ? settings.data.maxFileBytes : usualMaxFileBytes;
}
