/*
 * The window's own scheme. Chromium knows `app:` only where it was compiled in, so the page lies
 * under `https:`, with the same host and path. The main process sees the real scheme.
 */

type Handler = (request: Request) => Promise<Response>;
type Asked = { readonly method: string; readonly headers: Record<string, string> };

/** Schemes, and the handler of each. */
const schemes = new Map<string, Handler | null>();

export const protocol = {
  registerSchemesAsPrivileged(registered: readonly { scheme: string }[]): void {
    for (const { scheme } of registered) schemes.set(scheme, null);
  },
  handle(scheme: string, handler: Handler): void {
    if (!schemes.has(scheme)) throw new Error(`the scheme ${scheme} was never registered`);
    schemes.set(scheme, handler);
  },
};

/** An address of the page as the main process knows it: our hosts have one word. */
export const toOwn = (url: string): string => url.replace(/^https:(?=\/\/\w+(?:[/?#]|$))/, 'app:');

/** An address of the main process as the page knows it. */
export const toOutside = (url: string): string => url.replace(/^app:/, 'https:');

/** The handler's answer in the protocol's form; null for an address that is not ours. */
export async function answerRequest(url: string, { method, headers }: Asked) {
  const handler = schemes.get(new URL(url).protocol.slice(0, -1)) ?? null;
  if (handler === null) return null;
  const response = await handler(new Request(url, { method, headers }));
  const body = Buffer.from(await response.arrayBuffer()).toString('base64');
  const responseHeaders = [...response.headers].map(([name, value]) => ({ name, value }));
  return { responseCode: response.status, responseHeaders, body };
}
