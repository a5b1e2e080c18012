import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

/** What the window may load and from where: one policy for both hosts (decision 7, E7). */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ');

/** Headers of everything that the window's host answers, errors too. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** The kinds of file of a built window; nothing else is served. */
const mediaTypes: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.ico', 'image/x-icon'],
  ['.woff2', 'font/woff2'],
  ['.xml', 'application/xml'],
]);

/** An answer to a request for one of the window's files; either host passes it on. */
interface WindowFileAnswer {
  readonly status: 200 | 404 | 405;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer> | null;
}

const maxPath = 1024;
const maxSegment = 200;
/**
 * Letters, digits and a few signs; a dot neither first nor last. So no `..`, no drive, no device
 * stream, no second encoding.
 */
const plainSegment = /^[A-Za-z0-9_@+-](?:[A-Za-z0-9_@+.-]*[A-Za-z0-9_@+-])?$/;
/** Names that Windows takes for devices, with any extension. */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * The names below the window's folder for a request path, or null when no built window asks for it.
 */
function toSegments(requestPath: string): readonly string[] | null {
  const path = requestPath.split(/[?#]/, 1)[0] ?? '';
  if (!path.startsWith('/') || path.length > maxPath) return null;
  const decoded = decodeOnce(path);
  if (decoded === null) return null;
  if (decoded === '/') return ['index.html'];
  const segments = decoded.slice(1).split('/');
  const isPlain = (segment: string) =>
    segment.length <= maxSegment && plainSegment.test(segment) && !deviceName.test(segment);
  return segments.every(isPlain) ? segments : null;
}

function decodeOnce(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/**
 * Reads a file of the folder, or null when it is not one of its plain files, after following links.
 */
async function readInside(
  folder: string,
  segments: readonly string[],
): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const root = await realpath(folder);
    const file = await realpath(join(root, ...segments));
    if (!file.startsWith(root + sep)) return null;
    // No other file can take its place between the check and the reading: the link is resolved, and
    // a new one is not followed.
    await using handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    if (!(await handle.stat()).isFile()) return null;
    return new Uint8Array(await handle.readFile());
  } catch {
    return null;
  }
}

function refuse(status: 404 | 405): WindowFileAnswer {
  const allow = status === 405 ? { allow: 'GET, HEAD' } : {};
  return { status, headers: { ...securityHeaders, ...allow }, body: null };
}

/**
 * Answers a request for one of the window's files (decision 7, E9). `folder` is the built window's,
 * absolute; `requestPath` is the path as it came, percent signs and all, because what a URL parser
 * makes of it would hide the attack. Never throws.
 */
export async function resolveWindowFile(
  folder: string,
  method: string,
  requestPath: string,
): Promise<WindowFileAnswer> {
  if (method !== 'GET' && method !== 'HEAD') return refuse(405);
  const segments = toSegments(requestPath);
  const mediaType = mediaTypes.get(extname(segments?.at(-1) ?? '').toLowerCase());
  if (segments === null || mediaType === undefined) return refuse(404);
  const bytes = await readInside(folder, segments);
  if (bytes === null) return refuse(404);
  const headers = {
    ...securityHeaders,
    'content-type': mediaType,
    'content-length': String(bytes.byteLength),
  };
  return { status: 200, headers, body: method === 'HEAD' ? null : bytes };
}
