import { EventEmitter } from 'node:events';

/* What the main process offers its pages: answers to messages, and a scheme of its own. */

export type Answer = (event: object, ...args: unknown[]) => unknown;
export const handlers = new Map<string, Answer>();
export const ipcMain = Object.assign(new EventEmitter(), {
  handle: (channel: string, handler: Answer) => void handlers.set(channel, handler),
});

let own = '';
let serve: ((request: Request) => Promise<Response>) | null = null;
export const protocol = {
  registerSchemesAsPrivileged([{ scheme }]: [{ scheme: string }]): void {
    own = scheme;
  },
  handle(scheme: string, handler: (request: Request) => Promise<Response>): void {
    if (own !== scheme) throw new Error(`the scheme ${scheme} was never registered`);
    serve = handler;
  },
};

/*
 * Chromium knows a scheme only where it was compiled in, so the page lies under `https:`, with the
 * same host and path: our hosts have one word. The main process sees the real scheme.
 */
export const toOwn = (url: string): string =>
  url.replace(/^https:(?=\/\/\w+(?:[/?#]|$))/, `${own}:`);
export const toOutside = (url: string): string => url.replace(`${own}:`, 'https:');

/** The application's answer; null for an address that is not of its scheme. */
export const serveOwn = async (url: string, request: RequestInit): Promise<Response | null> =>
  url.startsWith(`${own}:`) && serve !== null ? serve(new Request(url, request)) : null;
