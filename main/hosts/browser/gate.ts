import type { IncomingMessage } from 'node:http';

/** Why a request is refused: an HTTP status and, for the log, a word. */
export interface Refusal {
  readonly status: 401 | 403 | 405 | 415 | 421;
  readonly reason: 'host' | 'origin' | 'site' | 'method' | 'content_type' | 'token';
}

/**
 * Accepts a request only when it names this machine and port, once, and asks for a path: a foreign
 * name that points to 127.0.0.1 comes with its own Host.
 */
export function refuseHost(request: IncomingMessage, port: number): Refusal | null {
  // Only the raw headers show a second one.
  const hosts = request.rawHeaders.filter(
    (_, index, all) => index % 2 === 1 && all[index - 1]?.toLowerCase() === 'host',
  );
  const [host] = hosts;
  // Browsers leave out the port that `http:` has by itself.
  const at = port === 80 ? ['', ':80'] : [`:${port}`];
  const ours = at.flatMap((end) => [`127.0.0.1${end}`, `localhost${end}`]);
  const isOurs = hosts.length === 1 && ours.includes(host ?? '');
  return isOurs && request.url?.startsWith('/') ? null : { status: 421, reason: 'host' };
}

/**
 * Accepts a request that may change something only from our own page. `Origin` is required.
 * `Sec-Fetch-Site` must be `same-origin` when the browser sends it; not every browser does over
 * plain http.
 */
export function refuseForeignPage(request: IncomingMessage): Refusal | null {
  if (request.headers.origin !== `http://${request.headers.host ?? ''}`)
    return { status: 403, reason: 'origin' };
  return refuseForeignSite(request);
}

/** For readings: a page of another site is refused if the browser names it. */
export function refuseForeignReader(request: IncomingMessage): Refusal | null {
  const { origin } = request.headers;
  if (origin !== undefined) return refuseForeignPage(request);
  return refuseForeignSite(request);
}

function refuseForeignSite(request: IncomingMessage): Refusal | null {
  const site = request.headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' ? null : { status: 403, reason: 'site' };
}

/**
 * A form of another site can send only three content types; ours are none of them, so it cannot
 * send them without asking first.
 */
export function refuseContentType(request: IncomingMessage, wanted: string): Refusal | null {
  const given = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
  return given === wanted ? null : { status: 415, reason: 'content_type' };
}
