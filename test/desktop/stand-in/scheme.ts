/*
 * The window's own scheme. Chromium knows `app:` only where it was compiled in, so the page lies
 * under `https:`, with the same host and path. The main process sees the real scheme.
 */

type Handler = (request: Request) => Response | Promise<Response>;

const registered = new Set<string>();
const handlers = new Map<string, Handler>();

export const protocol = {
  registerSchemesAsPrivileged(schemes: readonly { scheme: string }[]): void {
    for (const { scheme } of schemes) registered.add(scheme);
  },
  handle(scheme: string, handler: Handler): void {
    if (!registered.has(scheme)) throw new Error(`the scheme ${scheme} was never registered`);
    handlers.set(scheme, handler);
  },
};

/** An address of the page as the main process knows it. */
export function toOwn(url: string): string {
  const [scheme] = registered;
  const isOurs = /^https:\/\/[a-z]+(?:[/?#]|$)/.test(url);
  return isOurs && scheme !== undefined ? url.replace('https:', `${scheme}:`) : url;
}

/** An address of the main process as the page knows it. */
export function toOutside(url: string): string {
  const [scheme] = registered;
  return scheme === undefined ? url : url.replace(`${scheme}:`, 'https:');
}

interface Asked {
  readonly method: string;
  readonly headers: Record<string, string>;
}

/** The handler's answer in the protocol's form; null for an address that is not ours. */
export async function answerRequest(url: string, { method, headers }: Asked) {
  const handler = handlers.get(new URL(url).protocol.slice(0, -1));
  if (handler === undefined) return null;
  const response = await handler(new Request(url, { method, headers }));
  const body = Buffer.from(await response.arrayBuffer()).toString('base64');
  const responseHeaders = [...response.headers].map(([name, value]) => ({ name, value }));
  return { responseCode: response.status, responseHeaders, body };
}
