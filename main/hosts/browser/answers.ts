import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '../../../contract/errors.ts';
import { securityHeaders } from '../window-files.ts';

/**
 * Bytes that a refused sender may still send before the connection is cut, so that it can read why.
 */
const lingerMs = 1000;

/** Answers with JSON and the window's security headers. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, {
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.byteLength,
  });
  response.end(body);
}

/** Answers with a failure in the shape of a reply: a code, never a stack or a path. */
export function sendFailure(
  response: ServerResponse,
  status: number,
  code: ErrorCode,
  details: Readonly<Record<string, string | number | readonly string[]>> = {},
): void {
  sendJson(response, status, { ok: false, error: { code, details } });
}

/**
 * Answers a request before its body was read to its end: the rest is discarded for a moment, then
 * the connection is cut, so that it costs neither memory nor time.
 */
export function endUnread(request: IncomingMessage, response: ServerResponse): void {
  if (request.complete) return;
  response.shouldKeepAlive = false;
  const { socket } = request;
  const cut = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(cut));
  request.on('error', () => undefined);
  request.resume();
}

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/**
 * Cuts a request that has not come whole in this time. Node's own limit knows no exception, and an
 * archive of gigabytes takes longer on a slow disk.
 */
export function limitTime(request: IncomingMessage, response: ServerResponse, ms: number): void {
  const timer = setTimeout(() => {
    if (!request.complete) cut(request.socket, 408);
  }, ms).unref();
  timers.set(request, timer);
  response.once('close', () => clearTimeout(timer));
}

/** The time begins anew: a piece came, or was written to the disk. */
export function grantTime(request: IncomingMessage): void {
  timers.get(request)?.refresh();
}

/** Answers bytes that were no HTTP request, or were too slow or too large to become one. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const byCode: Record<string, number> = {
    HPE_HEADER_OVERFLOW: 431,
    ERR_HTTP_REQUEST_TIMEOUT: 408,
  };
  cut(socket, byCode[error.code ?? ''] ?? 400);
}

function cut(socket: Socket, status: number): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(securityHeaders).map(([name, value]) => `${name}: ${value}`),
    'content-length: 0',
    'connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n`, () => socket.destroy());
}
