import { protocol } from 'electron';
import { resolveWindowFile, securityHeaders } from '../window-files.ts';
import { ownOrigin, scheme } from './addresses.ts';

/** Registers the window's scheme with Chromium. Once, before the application is ready. */
export function registerScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true };
  protocol.registerSchemesAsPrivileged([{ scheme, privileges }]);
}

/** The path of an address as written: the path jail must not see what a URL parser made of it. */
function rawPath(address: string): string {
  return address.slice(ownOrigin.length).split(/[?#]/, 1)[0] ?? '';
}

/** A text made here, not on disk. */
export interface MadeFile {
  readonly mediaType: string;
  readonly text: string;
  /** True for a page with a stricter policy of its own and inline styles. */
  readonly hasOwnPolicy?: true;
}

/**
 * Serves the window's files to our own pages, and nothing else of the disk. `folder` is absolute;
 * `findMade` returns the few texts that the host makes itself.
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
