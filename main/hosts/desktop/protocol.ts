import { protocol } from 'electron';
import { resolveWindowFile, securityHeaders } from '../window-files.ts';
import { ownOrigin, scheme } from './addresses.ts';

/** Tells Chromium what kind of scheme the window's is. Once, before the application is ready. */
export function registerScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true };
  protocol.registerSchemesAsPrivileged([{ scheme, privileges }]);
}

/**
 * Path of an address as it was written, so that the jail sees what came and not what a URL parser
 * made of it.
 */
function rawPath(address: string): string {
  return address.slice(ownOrigin.length).split(/[?#]/, 1)[0] ?? '';
}

/** A text that is made here and lies on no disk. */
export interface MadeFile {
  readonly mediaType: string;
  readonly text: string;
  /** True for a page that brings a stricter policy of its own, with its styles inside it. */
  readonly hasOwnPolicy?: true;
}

/**
 * Serves the window's files, and nothing else of the disk, to pages of our own. `folder` is
 * absolute; `findMade` knows the few texts that the host makes itself.
 */
export function serveWindow(folder: string, findMade: (path: string) => MadeFile | null): void {
  protocol.handle(scheme, async ({ method, url }) => {
    if (!url.startsWith(`${ownOrigin}/`))
      return new Response(null, { status: 403, headers: securityHeaders });
    const path = rawPath(url);
    const made = method === 'GET' ? findMade(path) : null;
    if (made !== null) {
      const { 'content-security-policy': policy, ...others } = securityHeaders;
      const headers = new Headers({ ...others, 'content-type': made.mediaType });
      if (!made.hasOwnPolicy && policy !== undefined)
        headers.set('content-security-policy', policy);
      return new Response(made.text, { headers });
    }
    const { status, headers, body } = await resolveWindowFile(folder, method, path);
    return new Response(body, { status, headers });
  });
}
